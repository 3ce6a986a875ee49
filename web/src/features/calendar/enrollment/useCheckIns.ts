import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
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
import { batchesOf, onTicked, type Ticked, tick, ticked, tickedOf, untick } from './checkins.ts';

/** How often it is tried again while somebody waits to be sent. */
const AGAIN_MS = 15_000;
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

/** Those who were ticked off and not sent, and how one ticks off. */
export function useCheckIns(of: Occurrence) {
  const client = useQueryClient();
  const all = useSyncExternalStore(onTicked, ticked, ticked);
  const sending = useRef(false);

  const sendOne = useCallback(
    async (batch: Ticked[]): Promise<boolean> => {
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
    },
    [client],
  );

  /** Everybody who waits, also those of other events. */
  const send = useCallback(async () => {
    if (sending.current || ticked().length === 0) return;
    sending.current = true;
    try {
      let goes = true;
      while (goes && ticked().length > 0) {
        for (const batch of batchesOf(ticked())) goes = goes && (await sendOne(batch));
      }
    } finally {
      sending.current = false;
    }
    await client.invalidateQueries({ queryKey: [...calendarKey, 'enrolled'] });
  }, [client, sendOne]);

  const waits = all.length > 0;
  useEffect(() => {
    if (!waits) return;
    const now = () => void send();
    now();
    const timer = setInterval(now, AGAIN_MS);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [waits, send]);

  return {
    waiting: tickedOf(all, of),
    send,
    checkIn({ idUser, displayName }: { idUser: number; displayName: string }) {
      tick({ ...of, idUser, name: displayName, at: new Date().toISOString() });
      void send();
    },
    takeBack: (one: Ticked) => untick([one]),
  };
}
