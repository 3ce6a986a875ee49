/** An attempt's clock and its answers on the way to the server. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { AGAIN_MS, AnswerQueue, type Answers, PAUSE_MS, type Standing } from './answers.ts';
import { aheadOf, callBetween, clockText, left } from './clock.ts';

const MINUTE = 60_000;

describe('the clock', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [5 * MINUTE, '5:00'],
    [3_723_000, '1:02:03'],
  ])('%i ms is %s', (ms, text) => expect(clockText(ms)).toBe(text));

  it('counts by the server’s clock, not by a device’s that is wrong', () => {
    const now = Date.parse('2026-11-29T11:00:00Z');
    const ahead = aheadOf('2026-11-29T12:00:00Z', now);
    expect(left('2026-11-29T12:10:00Z', now, ahead)).toBe(10 * MINUTE);
    expect(left('2026-11-29T11:59:00Z', now, ahead)).toBe(0);
  });

  it.each([
    [5 * MINUTE + 500, 5 * MINUTE - 500, 5],
    [5 * MINUTE, 4 * MINUTE, null],
    [MINUTE + 1, MINUTE, 1],
    // A device that has slept is told the last one.
    [6 * MINUTE, 30_000, 1],
    [2 * MINUTE, 0, null],
  ])('from %i ms to %i ms calls %s', (before, now, minutes) =>
    expect(callBetween(before, now)).toBe(minutes),
  );
});

const text = (words: string) => ({ options: [], text: words });

/** A server that holds one attempt as contract §10.2 says: a smaller `seq` is ignored, the answer says what stands. */
function server(first: Standing = { seq: 0, answers: {} }) {
  const held = { standing: first, isDown: false, isOver: false, calls: [] as number[] };
  const send = async (sent: Standing) => {
    if (held.isDown) throw new ApiError(0, {});
    if (held.isOver) throw new ApiError(409, { code: 'TIME_OVER' });
    held.calls.push(sent.seq);
    if (sent.seq > held.standing.seq) held.standing = sent;
    return { ...held.standing, savedAt: '2026-11-29T13:02:00Z' };
  };
  return { held, send };
}

function tab({ held, send }: ReturnType<typeof server>, kept: Standing | null = null) {
  const seen = { kept: kept as Standing | null, states: [] as string[], moved: 0 };
  const shown = { answers: {} as Answers };
  const queue = new AnswerQueue({ ...held.standing, savedAt: null }, kept, {
    send,
    keep: (standing) => {
      seen.kept = standing;
    },
    drop: (seq) => {
      if (seen.kept && seen.kept.seq <= seq) seen.kept = null;
    },
    tell: ({ state, answers, moved }) => {
      seen.states.push(state);
      shown.answers = answers;
      if (moved) seen.moved += 1;
    },
  });
  return { queue, seen, shown };
}

describe('answers of an attempt', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are sent once somebody pauses, the newest only, and are kept until then', async () => {
    const there = server();
    const { queue, seen } = tab(there);
    queue.answer(1, text('a'), PAUSE_MS);
    queue.answer(1, text('ab'), PAUSE_MS);
    expect(seen.kept).toEqual({ seq: 2, answers: { 1: text('ab') } });
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(there.held.calls).toEqual([2]);
    expect(there.held.standing.answers).toEqual({ 1: text('ab') });
    expect([seen.states.at(-1), seen.kept]).toEqual(['saved', null]);
  });

  it('go through a tunnel: all is there when the net is back, in order', async () => {
    const there = server();
    const { queue, seen } = tab(there);
    there.held.isDown = true;
    queue.answer(1, text('ett'));
    await vi.advanceTimersByTimeAsync(0);
    queue.answer(2, { options: [7], text: '' });
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect([seen.states.at(-1), queue.isDirty]).toEqual(['offline', true]);
    there.held.isDown = false;
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(there.held.standing).toEqual({
      seq: 2,
      answers: { 1: text('ett'), 2: { options: [7], text: '' } },
    });
    expect(seen.states.at(-1)).toBe('saved');
  });

  it('survive a reload in that tunnel', async () => {
    const there = server();
    const { seen, queue } = tab(there);
    there.held.isDown = true;
    queue.answer(1, text('ett'));
    await vi.advanceTimersByTimeAsync(0);
    queue.leave();
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(there.held.calls).toEqual([]);
    there.held.isDown = false;
    const after = tab(there, seen.kept);
    expect(after.queue.answers).toEqual({ 1: text('ett') });
    expect(await after.queue.flush()).toBe(true);
    expect(there.held.standing.seq).toBe(1);
  });

  it('of an older tab never undo a newer one’s: what stands is shown', async () => {
    const there = server();
    const [older, newer] = [tab(there), tab(there)];
    newer.queue.answer(1, text('ny'));
    newer.queue.answer(1, text('nyare'));
    await vi.advanceTimersByTimeAsync(0);
    older.queue.answer(1, text('gammal'));
    await vi.advanceTimersByTimeAsync(0);
    expect(there.held.standing.answers).toEqual({ 1: text('nyare') });
    expect([older.shown.answers, older.seen.moved]).toEqual([{ 1: text('nyare') }, 1]);
    // From there on it counts.
    older.queue.answer(1, text('sist'));
    await vi.advanceTimersByTimeAsync(0);
    expect(there.held.standing.answers).toEqual({ 1: text('sist') });
  });

  it('under the same number show what stands as well', async () => {
    const there = server();
    const [one, other] = [tab(there), tab(there)];
    one.queue.answer(1, text('en'));
    await vi.advanceTimersByTimeAsync(0);
    other.queue.answer(1, text('annan'));
    await vi.advanceTimersByTimeAsync(0);
    expect([other.shown.answers, other.seen.moved]).toEqual([{ 1: text('en') }, 1]);
  });

  it('that another tab of the browser has kept are shown before they are sent', () => {
    const { queue, shown, seen } = tab(server());
    queue.heard({ seq: 3, answers: { 1: text('där') } });
    expect([shown.answers, seen.moved]).toEqual([{ 1: text('där') }, 1]);
    queue.heard({ seq: 2, answers: {} });
    expect(shown.answers).toEqual({ 1: text('där') });
  });

  it('stop when time is over', async () => {
    const there = server();
    const { queue, seen } = tab(there);
    there.held.isOver = true;
    queue.answer(1, text('sent'));
    await vi.advanceTimersByTimeAsync(0);
    expect([seen.states.at(-1), seen.kept]).toEqual(['over', null]);
    queue.answer(1, text('senare'));
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(seen.states.filter((state) => state === 'over')).toHaveLength(1);
  });
});
