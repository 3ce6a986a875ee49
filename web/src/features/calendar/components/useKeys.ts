/** The keyboard in a view: one day has the focus, arrows move it, and what it holds is reached from it. */
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { isShown, type Period, plusDays, stepped, weekdayOf } from '../days.ts';

type Options = {
  period: Period;
  date: string;
  move: (day: string) => void;
  open: (day: string, at: HTMLElement) => void;
};

const WEEK = 7;
/** Where up and down lead through the events of a day, and not to another week. */
const BY_HOURS: readonly Period[] = ['week', 'threeDays', 'day'];

/** How many days an arrow leads on; undefined: the key says nothing of days. */
export function daysBy(period: Period, key: string, date: string): number | undefined {
  if (period === 'agenda') return undefined;
  if (key === 'ArrowLeft') return -1;
  if (key === 'ArrowRight') return 1;
  if (key === 'Home') return 1 - weekdayOf(date);
  if (key === 'End') return WEEK - weekdayOf(date);
  if (BY_HOURS.includes(period)) return undefined;
  if (key === 'ArrowUp') return -WEEK;
  return key === 'ArrowDown' ? WEEK : undefined;
}

export function useKeys({ period, date, move, open }: Options) {
  const root = useRef<HTMLElement>(null);
  /** Where keys have led and what is drawn has not come yet: the focus goes along. */
  const going = useRef<string[]>([]);

  /** Where the keys are already: the next may be pressed before the last is drawn. */
  const at = useRef(date);

  // Before it is painted: a key pressed between the two would find the focus nowhere.
  useLayoutEffect(() => {
    const step = going.current.lastIndexOf(date);
    // On the way as well: the day that had the focus may be gone with its month, and the next key with it.
    if (step >= 0) dayElement(root.current, date)?.focus();
    if (step >= 0 && step < going.current.length - 1) return;
    going.current = [];
    at.current = date;
  }, [date]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { key, target } = event;
    const on = (target as HTMLElement).closest<HTMLElement>('[data-event], [data-day]');
    if (!on) return;
    const days = daysBy(period, key, at.current);
    const periods = { PageUp: -1, PageDown: 1 }[key];
    if (days !== undefined || periods !== undefined) {
      event.preventDefault();
      const to =
        periods === undefined
          ? plusDays(at.current, days ?? 0)
          : stepped(period, at.current, periods);
      if (!isShown(to) || to === at.current) return;
      at.current = to;
      going.current.push(to);
      move(to);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      stopsOf(
        root.current,
        period === 'agenda' ? null : dayOf(on, date),
        on,
        key === 'ArrowDown' ? 1 : -1,
      )?.focus();
    } else if ((key === 'Enter' || key === ' ') && on.dataset.day && target === on) {
      event.preventDefault();
      open(on.dataset.day, on);
    }
  }

  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element;
  }, []);
  return { ref: ref as React.Ref<never>, onKeyDown };
}

/** On which day an event is met: of a bar over several, on the chosen one. */
function dayOf({ dataset: { on } }: HTMLElement, date: string): string {
  const days = on?.split(' ') ?? [];
  return days.includes(date) ? date : (days[0] ?? date);
}

const dayElement = (root: HTMLElement | null, day: string) =>
  root?.querySelector<HTMLElement>(`[data-day="${day}"]`);

/** A day and then its events, of all days where none is named; from one to the next. */
function stopsOf(root: HTMLElement | null, day: string | null, from: HTMLElement, step: number) {
  const which = day
    ? `[data-day="${day}"], [data-event][data-on~="${day}"]`
    : '[data-day], [data-event]';
  const stops = [...(root?.querySelectorAll<HTMLElement>(which) ?? [])];
  return stops[stops.indexOf(from) + step];
}
