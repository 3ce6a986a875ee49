/**
 * A public page that the server has rendered (`http/src/server/pages.rs`) stays until the app can draw the same: the answer is
 * fetched before the app takes its place, or the text would give way to a sign of loading and come again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import type { FirstQuery } from '@/area/area.ts';

/** Whether the server's text stands there; nobody is signed in then. */
export const isRendered = (root: HTMLElement): boolean => root.querySelector('main.open') !== null;

/** A failure is the page's to show: it asks again. */
export async function fetchFirst(
  { state }: Pick<DataRouter, 'state'>,
  client: QueryClient,
): Promise<void> {
  const match = state.matches.at(-1);
  const first: FirstQuery | undefined = match?.route.handle?.first;
  if (!match || !first) return;
  const query = first(match.params, new URLSearchParams(state.location.search));
  await client.prefetchQuery({ ...query, retry: false });
}
