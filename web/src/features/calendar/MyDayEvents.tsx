import { useEffect, useMemo } from 'react';
import type { SlotProps } from '@/area/slots.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { onDay } from './layout.ts';
import { eventPath } from './paths.ts';
import { useShown } from './useCalendar.ts';

/** In one's own day: the events of the calendars that are shown. */
export default function MyDayEvents({ day, tell }: SlotProps['myDay']) {
  const { shown, failed, retry, pending } = useShown({ first: day, last: day }, false);
  const entries = useMemo(
    () =>
      onDay(shown.entries, day)
        .filter(({ event }) => event.eventStatus !== 'CANCELLED')
        .map(({ key, event, first, last, wide }) => ({
          key: `event/${key}`,
          // What has begun before or lasts longer is of the whole day.
          from: wide || first < day ? null : Date.parse(event.start),
          to: wide || last > day ? null : Date.parse(event.end),
          title: event.title,
          ...(event.place && { about: event.place.name }),
          path: eventPath(event.eventUUID, event.recurrenceId),
        })),
    [shown.entries, day],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way to try again is nothing new
  useEffect(() => {
    tell({ source: texts.ofDay, entries, pending, failed: failed !== null, retry });
  }, [entries, pending, failed, tell]);
  return null;
}
