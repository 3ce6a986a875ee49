import type { CSSProperties } from 'react';
import { colorOf } from '../calendars.ts';
import type { Entry } from '../layout.ts';
import type { Shown } from '../useCalendar.ts';
import classes from './chip.module.css';

/** Where there is no room for more: that there is something, and of which calendar. */
export function EventMark({ entry, shown }: { entry: Entry; shown: Shown }) {
  const calendar = shown.calendars.get(entry.event.calendarUUID);
  const style = { '--c': calendar ? colorOf(calendar) : 'gray' } as CSSProperties;
  return <span className={classes.mark} style={style} />;
}
