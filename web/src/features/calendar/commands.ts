/** What the calendar does by key. The list of shortcuts is drawn from it; the keys are heard in the calendar. */
import type { Command } from '@/commands/registry.ts';
import { calendarKeyTexts as texts } from '@/texts/shell.ts';

/** Single keys; a person may turn them off. */
export const CALENDAR_KEYS = {
  newEvent: 'n',
  today: 't',
  showDay: 'd',
  showWeek: 'v',
  showMonth: 'm',
} as const;

const key = (id: string, keys: string, label: string): Command => ({
  id: `calendar.${id}`,
  scope: 'calendar',
  keys,
  label,
});

export const commands: Command[] = [
  key('day', '← ↑ → ↓', texts.day),
  key('period', 'Page Up/Down', texts.period),
  key('open', 'Enter', texts.open),
  key('new', CALENDAR_KEYS.newEvent, texts.newEvent),
  key('today', CALENDAR_KEYS.today, texts.today),
  key('showDay', CALENDAR_KEYS.showDay, texts.showDay),
  key('showWeek', CALENDAR_KEYS.showWeek, texts.showWeek),
  key('showMonth', CALENDAR_KEYS.showMonth, texts.showMonth),
];
