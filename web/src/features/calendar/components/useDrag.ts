/** With a mouse or a pen: drawing a time makes an event of it, an event is moved by dragging it and stretched by its lower edge. */
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { writes } from '../calendars.ts';
import { daysFrom } from '../days.ts';
import { DAY_MINUTES, type Entry, minutesOn } from '../layout.ts';
import type { ViewProps } from './view.ts';

export type Ghost = { day: string; from: number; to: number };

const STEP = 15;
/** A shaking hand drags nothing. */
const STILL_PX = 5;
const EDGE_PX = 8;

type Drag = {
  kind: 'draw' | 'move' | 'stretch' | 'day';
  entry: Entry | null;
  chip: HTMLElement;
  x: number;
  y: number;
  day: string;
  /** Where the pointer is in the day, or in the event. */
  minute: number;
  moved: boolean;
};

type Place = { day: string; minute: number; element: HTMLElement };

/** The day below the pointer, and the time in it where days have hours. */
function placeAt(x: number, y: number): Place | null {
  for (const one of document.elementsFromPoint(x, y)) {
    // An event may lie over several days: which one is meant is told by what is below it.
    if (one.closest('[data-event]')) continue;
    const element = one.closest<HTMLElement>('[data-column], [data-drop], td[data-day]');
    const day = element?.dataset.column ?? element?.dataset.drop ?? element?.dataset.day;
    if (!element || !day) continue;
    const { top, height } = element.getBoundingClientRect();
    return { day, minute: ((y - top) / height) * DAY_MINUTES, element };
  }
  return null;
}

const snapped = (minute: number) => Math.round(minute / STEP) * STEP;
const within = (minute: number, least: number, most: number) =>
  Math.min(most, Math.max(least, minute));

/** What the dragging so far would come to. */
function ghostOf(drag: Drag, { day, minute }: Place): Ghost {
  const at = within(snapped(minute), 0, DAY_MINUTES);
  if (drag.kind === 'draw') {
    const begin = Math.floor(drag.minute / STEP) * STEP;
    const [from, to] = at < begin ? [at, begin + STEP] : [begin, Math.max(at, begin + STEP)];
    return { day: drag.day, from, to };
  }
  const [from, to] = drag.entry ? minutesOn(drag.entry, drag.day) : [0, STEP];
  if (drag.kind === 'stretch') {
    return { day: drag.day, from, to: within(at, from + STEP, DAY_MINUTES) };
  }
  const begin = within(snapped(minute - drag.minute), 0, DAY_MINUTES - STEP);
  return { day, from: begin, to: Math.min(DAY_MINUTES, begin + to - from) };
}

export function useDrag({ shown, onCreate, onMove }: ViewProps) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function dragOf(event: PointerEvent<HTMLElement>): Drag | null {
    const { clientX: x, clientY: y, target } = event;
    const place = placeAt(x, y);
    if (!(target instanceof Element) || !place) return null;
    const chip = target.closest<HTMLElement>('[data-event]');
    const { day, minute, element } = place;
    const common = { x, y, day, moved: false };
    if (!chip) {
      const drawn = element.dataset.column && onCreate && target === element;
      return drawn ? { ...common, kind: 'draw', entry: null, chip: element, minute } : null;
    }
    const entry = shown.entries.find(({ key }) => key === chip.dataset.event);
    const calendar = entry && shown.calendars.get(entry.event.calendarUUID);
    if (!entry || !calendar || !writes(calendar) || !onMove) return null;
    if (!element.dataset.column) return { ...common, entry, chip, kind: 'day', minute: 0 };
    const on = { ...common, entry, chip, day: chip.dataset.on ?? day };
    const isEdge = chip.getBoundingClientRect().bottom - y <= EDGE_PX && on.day === entry.last;
    const [from] = minutesOn(entry, on.day);
    return { ...on, kind: isEdge ? 'stretch' : 'move', minute: minute - from };
  }

  function drop(drag: Drag, place: Place | null) {
    if (!place) return;
    const { entry, kind, day } = drag;
    const { day: to, from, to: until } = ghostOf(drag, place);
    if (kind === 'draw') return onCreate?.({ day, from, to: until }, drag.chip);
    if (!entry) return;
    const [began, ended] = minutesOn(entry, day);
    if (kind === 'stretch') {
      if (until !== ended) onMove?.(entry.event, { stretch: until - ended });
      return;
    }
    const days = daysFrom(day, kind === 'day' ? place.day : to);
    const minutes = kind === 'day' ? 0 : from - began;
    if (days !== 0 || minutes !== 0) onMove?.(entry.event, { days, minutes });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const drag = dragOf(event);
    if (!drag) return;
    let over: HTMLElement | null = null;
    const mark = (next: HTMLElement | null) => {
      over?.removeAttribute('data-over');
      over = next;
      over?.setAttribute('data-over', '');
    };
    const onPointerMove = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < STILL_PX) return;
      drag.moved = true;
      const place = placeAt(x, y);
      if (!place) return;
      if (drag.kind === 'day') mark(place.element);
      else if (place.element.dataset.column) setGhost(ghostOf(drag, place));
    };
    const end = () => {
      window.removeEventListener('pointermove', onPointerMove);
      window.removeEventListener('pointerup', onPointerUp);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey, true);
      stop.current = null;
      mark(null);
      setGhost(null);
    };
    const onPointerUp = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      end();
      if (!drag.moved) return;
      swallowClick();
      const place = placeAt(x, y);
      const fits = drag.kind === 'day' || place?.element.dataset.column;
      if (fits) drop(drag, place);
    };
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.preventDefault();
      end();
    };
    stop.current?.();
    stop.current = end;
    window.addEventListener('pointermove', onPointerMove);
    window.addEventListener('pointerup', onPointerUp);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey, true);
  }

  return { ghost, onPointerDown };
}

/** Letting go of what was dragged is no click on it. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, true));
}
