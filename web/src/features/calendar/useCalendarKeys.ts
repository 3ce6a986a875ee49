import { useEffect, useRef } from 'react';
import { pressed } from '@/commands/registry.ts';
import { mayBeSingle } from '@/commands/useShortcuts.ts';
import { CALENDAR_KEYS } from './commands.ts';

type Keys = { onNew: (() => void) | undefined; onToday: () => void };

/** The calendar's single keys, for as long as it is the page. */
export function useCalendarKeys(keys: Keys): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { onNew, onToday } = newest.current;
      const run = pressed(event, CALENDAR_KEYS.newEvent)
        ? onNew
        : pressed(event, CALENDAR_KEYS.today)
          ? onToday
          : undefined;
      if (!run || event.defaultPrevented || !mayBeSingle(event)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
