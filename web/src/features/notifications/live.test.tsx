/** What is told to me live is asked for anew where it is shown, and nothing else is. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realtime } from '@/realtime/connection.ts';
import type { Listener } from '@/realtime/registry.ts';
import { draw } from '@/test/page.tsx';
import { useLiveNotifications } from './useNotifications.ts';

/** How often each was asked for. */
let asked: Map<string, number>;
let heard: Listener[];

function Part({ of }: { of: (string | number)[] }) {
  const name = of.join(' ');
  useQuery({
    queryKey: of,
    queryFn: () => {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return name;
    },
  });
  return null;
}

function Page() {
  useLiveNotifications();
  return [
    ['moderation', 3, 'cases', 'OPEN'],
    ['moderation', 4, 'cases', 'OPEN'],
    ['contacts', 'list'],
  ].map((of) => <Part key={of.join(' ')} of={of} />);
}

beforeEach(() => {
  asked = new Map();
  heard = [];
  // biome-ignore lint/suspicious/noDocumentCookie: that is how the app knows that somebody is signed in
  document.cookie = 'kalender_jwt_present=1';
  vi.spyOn(realtime, 'start').mockResolvedValue();
  vi.spyOn(realtime, 'stop').mockReturnValue();
  vi.spyOn(realtime, 'subscribe').mockImplementation((_, listener) => {
    heard.push(listener as Listener);
    return () => {};
  });
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: signed out again
  document.cookie = 'kalender_jwt_present=; max-age=0';
  vi.restoreAllMocks();
});

const tell = (event: object) =>
  act(() => {
    for (const listener of heard) listener.onMessage(event);
  });
const counts = (...expected: [open3: number, open4: number, contacts: number]) =>
  waitFor(() => expect([...asked.values()]).toEqual(expected));

describe('what I am told', () => {
  it('of what waits for moderators is asked for in that organisation alone', async () => {
    draw(<Page />, '/', new QueryClient());
    await counts(1, 1, 1);
    tell({ type: 'MODERATION_CHANGED', entityId: 4 });
    await counts(1, 2, 1);
  });

  it('of contacts, and after a gap everything', async () => {
    draw(<Page />, '/', new QueryClient());
    await counts(1, 1, 1);
    tell({ type: 'CONTACTS_CHANGED', count: 2 });
    await counts(1, 1, 2);
    tell({ type: 'RESYNC' });
    await counts(2, 2, 3);
  });
});
