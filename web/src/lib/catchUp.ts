/**
 * What was fetched just before the live connection came may lack what happened in between. It is asked for again, though
 * not at once: opening a page asks for each thing once. What is older (a connection that was away) is asked for now.
 */
import type { QueryClient } from '@tanstack/react-query';

/** Fetched within this time before, it counts as of this start (ms). */
export const JUST_NOW_MS = 10_000;
/** The second look at what came with the start (ms). */
export const SECOND_LOOK_MS = 30_000;

/** What has been heard live before: a connection that comes back may have missed much, however short it was away. */
const heard = new WeakMap<QueryClient, Set<string>>();

function isFirst(client: QueryClient, key: readonly unknown[]): boolean {
  const keys = heard.get(client) ?? new Set();
  heard.set(client, keys);
  const name = JSON.stringify(key);
  const first = !keys.has(name);
  keys.add(name);
  return first;
}

/** How long to wait before what a key holds is asked for again (ms). */
export function catchUpAfter(client: QueryClient, key: readonly unknown[], now: number): number {
  if (!isFirst(client, key)) return 0;
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
