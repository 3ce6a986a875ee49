import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SlotProps } from '@/area/slots.ts';
import { bookingTexts as texts } from '@/texts/bookings.ts';
import { myDayQuery } from './api.ts';
import { BOOKINGS } from './paths.ts';
import { dateIn, ms, wholeDays } from './times.ts';
import type { TimeSpan } from './types.ts';

const isWide = (span: TimeSpan) => wholeDays(span) !== null;

/** In one's own day: what one has booked. */
export default function MyDayBookings({ day, tell }: SlotProps['myDay']) {
  const { data, isPending: pending, isError: failed, refetch } = useQuery(myDayQuery(day));
  const entries = useMemo(
    () =>
      (data ?? []).map((one) => ({
        key: `booking/${one.idReservationExclusive}`,
        // What has begun before or lasts longer is of the whole day.
        from: isWide(one) || dateIn(one.start) < day ? null : ms(one.start),
        to: isWide(one) || dateIn(one.end) > day ? null : ms(one.end),
        title: one.bookableName,
        about: one.entityName,
        path: BOOKINGS,
      })),
    [data, day],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way to try again is nothing new
  useEffect(() => {
    tell({ source: texts.mine, entries, pending, failed, retry: () => void refetch() });
  }, [entries, pending, failed, tell]);
  return null;
}
