import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { comingQuery, pastQuery } from './api.ts';
import { comingAndPast } from './schedule.ts';
import { todayHere } from './times.ts';
import type { Booking } from './types.ts';

/** My bookings in two lists: what was given up of what would have come is over already. */
export function useMine() {
  const coming = useInfiniteQuery(comingQuery(todayHere()));
  const past = useQuery(pastQuery);
  const all = [
    ...(coming.data?.pages.flatMap(({ content }) => content) ?? []),
    ...(past.data ?? []),
  ];
  // What has begun today is in both.
  const once = new Map(all.map((one): [number, Booking] => [one.idReservationExclusive, one]));
  return { coming, past, lists: comingAndPast([...once.values()], Date.now()) };
}
