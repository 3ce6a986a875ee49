/**
 * A card is dragged with a mouse or a pen, or with a finger that has rested on it; a finger that moves at once scrolls. While it
 * is dragged nothing of the board is drawn: a copy follows the pointer and a line says where it would go, both above the page, so
 * that a frame costs the same however many cards there are.
 */
import type { Near } from './view.ts';

/** A shaking hand drags nothing (px). */
const STILL = { mouse: 5, pen: 5, touch: 10 };
const LONG_PRESS_MS = 450;
/** So near an edge what lies behind it scrolls (px), and so far with each frame. */
const EDGE = 48;
const SPEED = 14;
const LINE = 3;

/** `from`, `lane`: from which row of the board to which, by their keys; undefined: it has none. */
export type Drop = {
  idTask: number;
  idList: number;
  near: Near;
  from?: string | undefined;
  lane?: string | undefined;
};

export type DragPorts = {
  may: () => boolean;
  /** Nothing of others moves meanwhile. */
  hold: (isHeld: boolean) => void;
  drop: (drop: Drop) => void;
  /** A finger rested on it and went nowhere. */
  rested: (idTask: number, card: HTMLElement) => void;
};

/** What in a card is used by itself. */
const OWN = 'button, input, select, textarea, label';

type Target = Drop & { top: number; left: number; width: number };

const idOf = (card: HTMLElement) => Number(card.dataset.card);

/** Where a card would go, by what lies below the pointer; null: nowhere. */
function targetAt(under: Element | null, y: number, source: HTMLElement): Target | null {
  const list = under?.closest<HTMLElement>('[data-list]');
  const cards = list?.querySelector<HTMLElement>('[data-cards]');
  const from = source.closest<HTMLElement>('[data-list]')?.dataset.lane;
  if (!list || !cards) return null;
  const drop = {
    idTask: idOf(source),
    idList: Number(list.dataset.list),
    from,
    lane: list.dataset.lane,
  };
  const box = cards.getBoundingClientRect();
  const line = { left: box.left + 8, width: box.width - 16 };
  const over = under?.closest<HTMLElement>('[data-card]');
  if (over) {
    const { top, bottom } = over.getBoundingClientRect();
    const side = y < (top + bottom) / 2 ? 'before' : 'after';
    return {
      ...drop,
      ...line,
      near: { over: idOf(over), side },
      top: side === 'before' ? top : bottom,
    };
  }
  if (y < box.top) return { ...drop, ...line, near: 'first', top: box.top };
  // Not drawn yet: it is known once it is.
  if (under?.closest('[data-undrawn]')) return null;
  const last = [...cards.querySelectorAll<HTMLElement>('[data-card]')].at(-1);
  const bottom = last ? Math.min(last.getBoundingClientRect().bottom, box.bottom) : box.top + 4;
  return { ...drop, ...line, near: 'last', top: bottom };
}

/** How far something scrolls whose edge is near: the nearer, the faster. */
function push(at: number, from: number, to: number): number {
  const [before, after] = [EDGE - (at - from), EDGE - (to - at)];
  if (before > 0) return -Math.ceil((SPEED * Math.min(before, EDGE)) / EDGE);
  return after > 0 ? Math.ceil((SPEED * Math.min(after, EDGE)) / EDGE) : 0;
}

/** What is near to its edge scrolls; everything is asked before anything is changed. */
function scrollNear(board: HTMLElement, under: Element | null, x: number, y: number) {
  const box = board.getBoundingClientRect();
  const list = under?.closest<HTMLElement>('[data-list]');
  const cards = list?.querySelector<HTMLElement>('[data-cards]');
  const inner = cards?.getBoundingClientRect();
  const isLong = cards && inner && cards.scrollHeight > cards.clientHeight;
  const [down, upright] = isLong
    ? [push(y, inner.top, inner.bottom), cards]
    : [push(y, box.top, box.bottom), board];
  const right = push(x, box.left, box.right);
  return () => {
    if (right !== 0) board.scrollLeft += right;
    if (down !== 0) upright.scrollTop += down;
  };
}

/** What lies above the page while a card is dragged. */
function lift(card: HTMLElement, x: number, y: number) {
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  for (const name of ['data-card', 'id']) ghost.removeAttribute(name);
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: `${box.width}px`,
    zIndex: '400',
    pointerEvents: 'none',
    willChange: 'transform',
  });
  const line = document.createElement('div');
  Object.assign(line.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    height: `${LINE}px`,
    borderRadius: `${LINE}px`,
    background: 'var(--accent)',
    zIndex: '399',
    pointerEvents: 'none',
    visibility: 'hidden',
  });
  document.body.append(ghost, line);
  card.setAttribute('data-lifted', '');
  return {
    follow(nowX: number, nowY: number, target: Target | null) {
      ghost.style.transform = `translate(${box.left + nowX - x}px, ${box.top + nowY - y}px) rotate(1.5deg)`;
      line.style.visibility = target ? 'visible' : 'hidden';
      if (!target) return;
      line.style.width = `${target.width}px`;
      line.style.transform = `translate(${target.left}px, ${target.top - LINE / 2}px)`;
    },
    remove() {
      ghost.remove();
      line.remove();
      card.removeAttribute('data-lifted');
    },
  };
}

/** Letting go of what was dragged is no click on it. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, true), 50);
}

/** Listens on a board; answers how to stop. */
export function listenToDrags(board: HTMLElement, ports: DragPorts): () => void {
  let end: (() => void) | null = null;
  let isLifted = false;

  function press(event: PointerEvent) {
    const { target, clientX, clientY, pointerId } = event;
    if (event.button !== 0 || !event.isPrimary || end || !(target instanceof Element)) return;
    const found = target.closest<HTMLElement>('[data-card]');
    if (!found || target.closest(OWN) || !ports.may()) return;
    const card: HTMLElement = found;
    const type = event.pointerType === 'touch' ? 'touch' : 'mouse';
    const over = new AbortController();
    let lifted: ReturnType<typeof lift> | null = null;
    let [x, y, wandered, frame] = [clientX, clientY, false, 0];

    const draw = () => {
      const under = document.elementFromPoint(x, y);
      const place = targetAt(under, y, card);
      const scroll = scrollNear(board, under, x, y);
      lifted?.follow(x, y, place);
      scroll();
      frame = requestAnimationFrame(draw);
    };
    const begin = () => {
      isLifted = true;
      ports.hold(true);
      lifted = lift(card, clientX, clientY);
      board.setAttribute('data-dragging', '');
      if (type === 'touch') navigator.vibrate?.(10);
      frame = requestAnimationFrame(draw);
    };
    const timer = type === 'touch' ? setTimeout(begin, LONG_PRESS_MS) : undefined;
    const stop = () => {
      clearTimeout(timer);
      over.abort();
      cancelAnimationFrame(frame);
      lifted?.remove();
      board.removeAttribute('data-dragging');
      end = null;
      if (isLifted) ports.hold(false);
      isLifted = false;
    };
    const on = <Name extends keyof WindowEventMap>(
      name: Name,
      run: (happened: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, run, { signal: over.signal, capture: true });

    on('pointermove', (now) => {
      if (now.pointerId !== pointerId) return;
      [x, y] = [now.clientX, now.clientY];
      if (Math.hypot(x - clientX, y - clientY) < STILL[type]) return;
      wandered = true;
      if (lifted) return;
      if (type === 'touch') stop();
      else begin();
    });
    on('pointerup', (now) => {
      if (now.pointerId !== pointerId) return;
      const wasLifted = lifted !== null;
      const where =
        wasLifted && wandered
          ? targetAt(document.elementFromPoint(now.clientX, now.clientY), now.clientY, card)
          : null;
      stop();
      if (!wasLifted) return;
      swallowClick();
      if (!wandered) ports.rested(idOf(card), card);
      else if (where) {
        const { idTask, idList, near, from, lane } = where;
        ports.drop({ idTask, idList, near, ...(lane !== undefined && { from, lane }) });
      }
    });
    on('pointercancel', stop);
    // Of the window, not of what had the focus before.
    on('blur', (left) => {
      if (left.target === window) stop();
    });
    on('keydown', (pressed) => {
      if (pressed.key !== 'Escape' || !lifted) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      stop();
      swallowClick();
    });
    end = stop;
  }

  // There before a finger comes: a browser asks then whether it may scroll by itself.
  const keepStill = (event: Event) => {
    if (isLifted && event.cancelable) event.preventDefault();
  };
  const noMenu = (event: Event) => {
    if (end && isLifted) event.preventDefault();
  };
  const noNativeDrag = (event: Event) => event.preventDefault();
  board.addEventListener('pointerdown', press);
  board.addEventListener('touchmove', keepStill, { passive: false });
  board.addEventListener('contextmenu', noMenu);
  board.addEventListener('dragstart', noNativeDrag);
  return () => {
    end?.();
    board.removeEventListener('pointerdown', press);
    board.removeEventListener('touchmove', keepStill);
    board.removeEventListener('contextmenu', noMenu);
    board.removeEventListener('dragstart', noNativeDrag);
  };
}
