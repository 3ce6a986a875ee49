/** What somebody whom I have blocked writes is folded where both are. */
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Message } from '@/api/types.ts';
import { blockedQuery } from '@/features/contacts/keys.ts';

const nobody: ReadonlySet<number> = new Set();
export const BlockedContext = createContext(nobody);

const idsOf = (all: readonly { user: { id: number } }[]): ReadonlySet<number> =>
  new Set(all.map(({ user }) => user.id));

/** Whom I have blocked. */
export const useBlocked = (): ReadonlySet<number> =>
  useQuery({ ...blockedQuery, select: idsOf }).data ?? nobody;

/** What I wanted to see all the same, for as long as the page is open: a row that is scrolled away comes back as it was. */
const shown = new Set<number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function show(id: number): void {
  shown.add(id);
  for (const listener of listeners) listener();
}

/** Set where a message is folded: unfolds it. */
export function useFolded({ id, userId }: Message): (() => void) | null {
  const blocked = useContext(BlockedContext);
  const now = () => shown.has(id);
  const isShown = useSyncExternalStore(subscribe, now, now);
  return isShown || !blocked.has(userId) ? null : () => show(id);
}
