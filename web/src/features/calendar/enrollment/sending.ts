/** Sends who was ticked off at the door. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import type { Page } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { doorTexts as texts } from '@/texts/enrollment.ts';
import { calendarKey } from '../api.ts';
import {
  type CheckedIn,
  type EnrolledPerson,
  enrolledKey,
  enrollmentCalls,
  type Occurrence,
} from './api.ts';
import { batchesOf, type Ticked, ticked, untick } from './checkins.ts';

const SERVER_FAULT = 500;
const TOO_MANY = 429;
const SIGNED_OUT = 401;

/** It may go better later. */
const isPassing = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.status >= SERVER_FAULT ||
    error.status === TOO_MANY ||
    error.status === SIGNED_OUT);

/** What was answered stands in the lists until they are asked anew. */
function setCame(client: QueryClient, of: Occurrence, batch: Ticked[], done: CheckedIn[]) {
  client.setQueriesData<InfiniteData<Page<EnrolledPerson>>>(
    { queryKey: enrolledKey(of) },
    (held) =>
      held && {
        ...held,
        pages: held.pages.map((page) => ({
          ...page,
          content: page.content.map((one) => {
            const status = done.find(({ idUser }) => idUser === one.idUser)?.status;
            const at = batch.find(({ idUser }) => idUser === one.idUser)?.at ?? null;
            return status ? { ...one, status, checkedInAt: at } : one;
          }),
        })),
      },
  );
}

/** False: it may go better later. */
async function sendOne(client: QueryClient, batch: Ticked[]): Promise<boolean> {
  const [first] = batch;
  if (!first) return true;
  try {
    const rows = batch.map(({ idUser, at }) => ({ idUser, at }));
    const done = await enrollmentCalls.checkIn(first, rows);
    setCame(client, first, batch, done);
    untick(batch);
    const names = done
      .filter(({ code }) => code)
      .map(({ idUser }) => batch.find((one) => one.idUser === idUser)?.name ?? '');
    if (names.length > 0) toast({ type: 'error', message: texts.refused(names.join(', ')) });
    return true;
  } catch (error) {
    if (isPassing(error)) return false;
    untick(batch);
    const why = error instanceof ApiError ? error.message : String(error);
    toast({ type: 'error', message: texts.lost(batch.length, why) });
    return true;
  }
}

async function sendAll(client: QueryClient): Promise<void> {
  if (ticked().length === 0) return;
  let goes = true;
  while (goes && ticked().length > 0) {
    for (const batch of batchesOf(ticked())) goes = goes && (await sendOne(client, batch));
  }
  await client.invalidateQueries({ queryKey: [...calendarKey, 'enrolled'] });
}

let underway: Promise<void> | null = null;

/** Everybody who waits, of whatever events; one sending at a time. */
export function sendTicked(client: QueryClient): Promise<void> {
  underway ??= sendAll(client).finally(() => {
    underway = null;
  });
  return underway;
}
