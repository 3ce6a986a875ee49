/**
 * What was fetched just before the live connection came may lack what happened in between. It is asked for again, though
 * not at once: opening a page asks for each thing once. What is older (a connection that was away) is asked for now.
 */
import type { QueryClient } from '@tanstack/react-query';

/** Fetched within this time before, it counts as of this start (ms). */
export const JUST_NOW_MS = 10_000;
/** The second look at what came with the start (ms). */
export const SECOND_LOOK_MS = 30_000;

/** How long to wait before what a key holds is asked for again (ms). */
export function catchUpAfter(client: QueryClient, key: readonly unknown[], now: number): number {
  const states = client
    .getQueryCache()
    .findAll({ queryKey: key })
    .map(({ state }) => state);
  const fresh = states.every(
    ({ dataUpdatedAt, fetchStatus }) =>
      // What has never come is not out of date.
      fetchStatus === 'fetching' || dataUpdatedAt === 0 || now - dataUpdatedAt < JUST_NOW_MS,
  );
  return fresh ? SECOND_LOOK_MS : 0;
}
