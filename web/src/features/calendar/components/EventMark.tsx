import type { CSSProperties } from 'react';
import { colorOf } from '../calendars.ts';
import type { Bar, Entry } from '../layout.ts';
import type { Shown } from '../useCalendar.ts';
import classes from './chip.module.css';

const colorIn = (shown: Shown, { event }: Entry) => {
  const calendar = shown.calendars.get(event.calendarUUID);
  return calendar ? colorOf(calendar) : 'gray';
};

/** Where there is no room for more: that there is something, and of which calendar. */
export function EventMark({ entry, shown }: { entry: Entry; shown: Shown }) {
  const style = { '--c': colorIn(shown, entry) } as CSSProperties;
  return <span className={classes.mark} style={style} />;
}

/** The same of what lasts for several days: a piece of a line through them. */
export function EventStrip({ bar, day, shown }: { bar: Bar; day: string; shown: Shown }) {
  const { entry, lane } = bar;
  const style = { '--c': colorIn(shown, entry), '--lane': lane + 1 } as CSSProperties;
  return (
    <span
      className={classes.strip}
      style={style}
      data-begins={entry.first === day || undefined}
      data-ends={entry.last === day || undefined}
    />
  );
}
