import { useEffect, useRef } from 'react';
import { pressed } from '@/commands/registry.ts';
import { mayBeSingle } from '@/commands/useShortcuts.ts';
import { CALENDAR_KEYS } from './commands.ts';
import type { View } from './days.ts';

type Keys = {
  onNew: (() => void) | undefined;
  onToday: () => void;
  onView: (view: View) => void;
};

/** What each key does; nothing where one may not. */
const ACTS: Record<keyof typeof CALENDAR_KEYS, (keys: Keys) => (() => void) | undefined> = {
  newEvent: ({ onNew }) => onNew,
  today: ({ onToday }) => onToday,
  showDay: (keys) => () => keys.onView('day'),
  showWeek: (keys) => () => keys.onView('week'),
  showMonth: (keys) => () => keys.onView('month'),
};
const NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[];

/** The calendar's single keys, for as long as it is the page. */
export function useCalendarKeys(keys: Keys): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = NAMES.find((one) => pressed(event, CALENDAR_KEYS[one]));
      const run = name && ACTS[name](newest.current);
      if (!run || event.defaultPrevented || !mayBeSingle(event)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
