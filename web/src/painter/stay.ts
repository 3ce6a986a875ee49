/**
 * What a painter has drawn stands in the page's frame until the app has drawn the same, and gives way to it at once. The frame
 * answers nothing and is heard by nobody: the app is both as soon as it is there, seen or not. What is clicked before is done then.
 */
import type { Answers } from './fill.ts';

/** Draws from what came with the page; false: nothing, and all is as without it. Throws where an answer is not what it was. */
type Paint = (frame: Element, answers: Answers) => boolean;

/** What the app says once it is drawn (app/App.tsx); from then on it may be in a state that is not painted. */
const READY = 'kalender-ready';
/** As long as that after it, what was painted goes, whatever is there (ms). */
const AT_LAST = 2000;
/** Who touches the page is to see what answers. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

const LINKS = 'a, button';
const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/** The link or button of `all` that lies there. */
function hit(all: Element, x: number, y: number): Element | undefined {
  return [...all.querySelectorAll(LINKS)].findLast((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left <= x && x < right && top <= y && y < bottom;
  });
}

/** `arrived`: whether the app shows what was painted. */
export function run(paint: Paint, arrived: (app: Element) => boolean): void {
  addEventListener('DOMContentLoaded', () => {
    const stood = document.getElementById('root');
    const frame = stood?.querySelector('[data-frame]');
    const answers = document.getElementById('answers')?.textContent;
    if (!stood || !frame || !answers) return;
    try {
      if (!paint(frame, JSON.parse(answers))) return;
      frame.lastElementChild?.remove();
      stay(stood, arrived);
    } catch (error) {
      // The app asks for itself, and says what is amiss.
      console.warn('the page could not be painted', error);
    }
  });
}

function stay(stood: HTMLElement, arrived: (app: Element) => boolean): void {
  // The app draws into what bears this name; the frame stays where it is, so that nothing in it is laid out anew or scrolls.
  stood.removeAttribute('id');
  const app = document.createElement('div');
  app.id = 'root';
  // Over it and not seen, but there: for the keyboard, for who listens, for the pointer.
  app.style.cssText = 'position:absolute;inset:0 0 auto;opacity:0';
  stood.after(app);

  let clicked: { x: number; y: number; name: string | null; scrolled: number } | undefined;
  const hold = ({ clientX: x, clientY: y }: MouseEvent) => {
    const found = app.firstElementChild ? undefined : hit(stood, x, y);
    clicked = found && { x, y, name: nameOf(found), scrolled: scrollY };
  };
  const release = () => {
    if (!clicked || clicked.scrolled !== scrollY) return;
    const there = hit(app, clicked.x, clicked.y) as HTMLElement | undefined;
    if (there && nameOf(there) === clicked.name) there.click();
  };

  const give = () => {
    observer.disconnect();
    removeEventListener('scroll', keep);
    removeEventListener('click', hold, true);
    for (const name of TOUCHES) removeEventListener(name, touched, true);
    stood.remove();
    app.removeAttribute('style');
    requestAnimationFrame(() => setTimeout(release));
  };
  // The router opens a page at its top; who has gone on reading in the frame is not there any more.
  let scrolled: number | undefined = scrollY;
  const keep = () => {
    scrolled = scrolled === undefined ? scrolled : scrollY;
  };
  const look = () => {
    if (scrolled) scrollTo(0, scrolled);
    scrolled = undefined;
    if (stood.isConnected && arrived(app)) give();
  };
  const touched = () => {
    if (app.firstElementChild) give();
  };
  const observer = new MutationObserver(look);
  observer.observe(app, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
  addEventListener('scroll', keep, { passive: true });
  addEventListener('click', hold, true);
  for (const name of TOUCHES) addEventListener(name, touched, { capture: true, passive: true });
  addEventListener(READY, () => setTimeout(() => stood.isConnected && give(), AT_LAST));
}
