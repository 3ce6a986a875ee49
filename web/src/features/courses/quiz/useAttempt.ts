import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import {
  AGAIN_MS,
  type Answer,
  AnswerQueue,
  answerOf,
  PAUSE_MS,
  type SaveState,
  type Standing,
} from './answers.ts';
import { attemptQuery, changedByEnd, ended, quizCalls } from './api.ts';
import { aheadOf } from './clock.ts';
import type { Attempt } from './types.ts';
import { heldOf, keptOf, standingOf, wireOf } from './wire.ts';

const PREFIX = 'kalender:';
const keyOf = (attempt: number) => `${PERSONAL}quiz-attempt-${attempt}`;

export type Sending = 'no' | 'under way' | 'waits';

/** An attempt that is under way: its answers are saved by themselves, also over a reload, a tunnel and another tab. */
export function useAttempt(attempt: Attempt, onEnded: () => void) {
  const client = useQueryClient();
  const { id } = attempt;
  const [answers, setAnswers] = useState(() => standingOf(attempt).answers);
  const [state, setState] = useState<SaveState>('saved');
  const [savedAt, setSavedAt] = useState(attempt.daSaved ?? null);
  const [message, setMessage] = useState<string | null>(null);
  const [moved, setMoved] = useState(false);
  const [deadline, setDeadline] = useState(attempt.daDeadline ?? null);
  const [ahead, setAhead] = useState(() => aheadOf(attempt.daNow, Date.now()));
  const [sending, setSending] = useState<Sending>('no');

  const done = useRef(onEnded);
  done.current = onEnded;
  const finish = useCallback(async () => {
    await ended(client, attempt);
    done.current();
    changedByEnd(client, attempt);
  }, [client, attempt]);

  const made = useRef<AnswerQueue | null>(null);
  made.current ??= new AnswerQueue(
    { ...standingOf(attempt), savedAt: attempt.daSaved ?? null },
    keptOf(readStored(keyOf(id))),
    {
      send: async (standing) => {
        const saved = await quizCalls.save(id, standing.seq, wireOf(standing.answers));
        setDeadline(saved.daDeadline ?? null);
        setAhead(aheadOf(saved.daNow, Date.now()));
        return {
          seq: saved.seq,
          answers: saved.accepted ? standing.answers : heldOf(saved.answers),
          savedAt: saved.daSaved ?? saved.daNow,
        };
      },
      keep: (standing) => writeStored(keyOf(id), JSON.stringify(standing)),
      drop: (seq) => {
        const kept = keptOf(readStored(keyOf(id)));
        if (!kept || kept.seq <= seq) writeStored(keyOf(id), null);
      },
      tell: (now) => {
        setState(now.state);
        setAnswers(now.answers);
        setSavedAt(now.savedAt);
        setMessage(now.error && messageOf(now.error));
        if (now.moved) setMoved(true);
        if (now.state === 'over') void finish();
      },
    },
  );
  const queue = made.current;

  useEffect(() => {
    // What a reload or a tunnel has left on this device.
    setAnswers(queue.answers);
    queue.enter();
    const online = () => void queue.flush();
    const stored = ({ key, newValue }: StorageEvent) => {
      const other: Standing | null = key === PREFIX + keyOf(id) ? keptOf(newValue) : null;
      if (other) queue.heard(other);
    };
    window.addEventListener('online', online);
    window.addEventListener('storage', stored);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('storage', stored);
      queue.leave();
    };
  }, [queue, id]);

  /** Hands it in, once all that was answered is there. Answers of another tab are looked at first. */
  const submit = useCallback(async () => {
    setSending('under way');
    const before = queue.answers;
    await queue.flush();
    if (queue.answers !== before) return setSending('no');
    try {
      await quizCalls.submit(id);
      await finish();
    } catch (error) {
      const waits = error instanceof ApiError && error.isTransient;
      setSending(waits ? 'waits' : 'no');
      if (!waits) setMessage(messageOf(error));
    }
  }, [queue, id, finish]);

  useEffect(() => {
    if (sending !== 'waits') return;
    const again = setTimeout(() => void submit(), AGAIN_MS);
    return () => clearTimeout(again);
  }, [sending, submit]);

  /** The device's clock says that time is up: the teacher may have given more of it since. */
  const timeUp = useCallback(async () => {
    const now = await client.fetchQuery({ ...attemptQuery(id), staleTime: 0 }).catch(() => null);
    if (
      now?.state === 'inprogress' &&
      now.daDeadline &&
      Date.parse(now.daDeadline) > Date.parse(now.daNow)
    ) {
      setAhead(aheadOf(now.daNow, Date.now()));
      setDeadline(now.daDeadline);
      return;
    }
    await submit();
  }, [client, id, submit]);

  return {
    answers,
    state,
    savedAt,
    message,
    moved,
    deadline,
    ahead,
    sending,
    submit,
    timeUp,
    seen: () => setMoved(false),
    choose: (question: number, options: number[]) => {
      setMoved(false);
      queue.answer(question, { ...answerOf(answers, question), options });
    },
    write: (question: number, text: string) => {
      setMoved(false);
      const answer: Answer = { ...answerOf(answers, question), text };
      queue.answer(question, answer, PAUSE_MS);
    },
  };
}
