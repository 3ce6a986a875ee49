/** What is changed in a calendar by somebody else is asked for, once, and what is under way is not cut off. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { realtime } from '@/realtime/connection.ts';
import type { Listener } from '@/realtime/registry.ts';
import { draw } from '@/test/page.tsx';
import { useCalendarsLive } from './live.ts';

/** Questions by what is asked for; answered by hand. */
let asked: Record<string, (() => void)[]>;
let heard: Map<string, Listener>;

function Part({ name }: { name: string }) {
  const queryFn = () =>
    new Promise<string>((resolve) => {
      asked[name] = [...(asked[name] ?? []), () => resolve(name)];
    });
  useQuery({ queryKey: ['calendar', name], queryFn });
  return null;
}

function Page({ ids }: { ids: number[] }) {
  useCalendarsLive(ids);
  return ['calendars', 'events', 'event', 'filters'].map((name) => <Part key={name} name={name} />);
}

function page(ids: number[]) {
  vi.spyOn(realtime, 'subscribe').mockImplementation((topic, listener) => {
    heard.set(topic, listener as Listener);
    return () => heard.delete(topic);
  });
  return draw(<Page ids={ids} />, '/', new QueryClient());
}

const counts = () => Object.entries(asked).map(([name, times]) => [name, times.length]);
const answerAll = () =>
  act(async () => {
    for (const answer of Object.values(asked).flat()) answer();
  });
const once = [
  ['calendars', 1],
  ['events', 1],
  ['event', 1],
  ['filters', 1],
];
const twice = [
  ['calendars', 2],
  ['events', 2],
  ['event', 2],
  ['filters', 1],
];

beforeEach(() => {
  asked = {};
  heard = new Map();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

describe('what others change in a calendar', () => {
  it('is listened to in each, and no longer once the page is left', () => {
    const { unmount } = page([4, 7]);
    expect([...heard.keys()]).toEqual(['/topic/calendar/4', '/topic/calendar/7']);
    unmount();
    expect([...heard.keys()]).toEqual([]);
  });

  it.each([
    { type: 'CALENDAR_CHANGED', idCalendar: 4, eventUUID: null, version: 2 },
    { type: 'RESYNC' },
  ])('is asked for: $type', async (told) => {
    page([4]);
    await answerAll();
    act(() => heard.get('/topic/calendar/4')?.onMessage(told));
    await waitFor(() => expect(counts()).toEqual(twice));
  });

  it('is asked for once, whatever is told within a moment, of whichever calendar', async () => {
    page([4, 7]);
    await answerAll();
    act(() => {
      heard.get('/topic/calendar/4')?.onActive?.();
      heard.get('/topic/calendar/7')?.onActive?.();
      heard.get('/topic/calendar/7')?.onMessage({ type: 'CALENDAR_CHANGED' });
    });
    await waitFor(() => expect(counts()).toEqual(twice));
    await answerAll();
    expect(counts()).toEqual(twice);
  });

  it('waits for what is under way, which may have been answered before it', async () => {
    vi.useFakeTimers();
    try {
      page([4]);
      act(() => heard.get('/topic/calendar/4')?.onMessage({ type: 'CALENDAR_CHANGED' }));
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(counts()).toEqual(once);
      await answerAll();
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(counts()).toEqual(twice);
    } finally {
      vi.useRealTimers();
    }
  });
});
