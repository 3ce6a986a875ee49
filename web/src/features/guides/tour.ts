/** The only file that knows driver.js. Loaded with the first tour, not with the page. */
import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import { type GuideStep, guideTexts } from '@/texts/guides.ts';
import { isShown } from './catalog.ts';

/** Shortest time on a step that nobody asked for. */
export const READING_MS = 5_000;

export type TourOptions = {
  steps: GuideStep[];
  /** Closing is refused; `refused` is called instead. */
  mandatory: boolean;
  /** Asked for by the person: every step may be left at once. */
  manual: boolean;
  tooFast: () => void;
  refused: () => void;
  /** The last step is there: what happens after it (a reload, a closed tab) takes nothing back. */
  reached: () => void;
  ended: () => void;
};

export function startTour(options: TourOptions): { stop: () => void } {
  const { steps, mandatory, manual, tooFast, refused, reached, ended } = options;
  const last = steps.length - 1;
  let shownAt = 0;
  let completed = false;
  let over = false;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;

  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !mandatory || document.querySelector('dialog[open]')) return;
    // Or the same key would close the words about it as soon as they are there.
    event.preventDefault();
    refused();
  };

  const tour = driver({
    steps: steps.map(({ element, title, description, side, align }) => ({
      // The one that is seen: phones and desks have their own.
      ...(element && { element: () => shownElement(element) }),
      popover: {
        title,
        description,
        ...(side && { side }),
        ...(align && { align }),
      },
    })),
    animate: !calm,
    duration: 120,
    overlayOpacity: 0.7,
    stagePadding: 10,
    stageRadius: 10,
    allowClose: !mandatory,
    showProgress: true,
    progressText: guideTexts.progress,
    nextBtnText: guideTexts.next,
    prevBtnText: guideTexts.previous,
    doneBtnText: guideTexts.done,
    popoverClass: 'kalender-tour',
    // Not when the movement there is over: a quick person has left by then.
    onHighlightStarted: (_element, _step, { driver: running }) => {
      shownAt = Date.now();
      if (running.getActiveIndex() !== last || completed) return;
      completed = true;
      reached();
    },
    onNextClick: (_element, _step, { driver: running }) => {
      if (!manual && Date.now() - shownAt < READING_MS) {
        tooFast();
        return;
      }
      if (running.isLastStep()) end();
      else running.moveNext();
    },
    onCloseClick: () => end(),
    onDestroyed: () => cleanUp(),
  });

  // Before its first step is highlighted, driver.js says nothing when it is destroyed.
  function cleanUp() {
    if (over) return;
    over = true;
    document.removeEventListener('keydown', onEscape);
    ended();
  }
  function end() {
    tour.destroy();
    cleanUp();
  }

  document.addEventListener('keydown', onEscape);
  tour.drive();
  return { stop: end };
}

function shownElement(selector: string): Element {
  const found = [...document.querySelectorAll(selector)];
  return found.find(isShown) ?? document.body;
}
