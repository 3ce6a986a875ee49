/**
 * What people near me say of themselves, as far as it has been told: by lists of people and live. Outside of the query
 * cache, so that one person's change draws that person's marks anew and nothing else.
 */
import { useSyncExternalStore } from 'react';

export interface Said {
  text: string | null;
  emoji: string | null;
}

const known = new Map<number, Said>();
const listeners = new Set<() => void>();

export function tellStatus(
  userId: number,
  { text, emoji }: { text?: string | null; emoji?: string | null },
): void {
  const before = known.get(userId);
  if ((before?.text ?? null) === (text ?? null) && (before?.emoji ?? null) === (emoji ?? null)) {
    return;
  }
  if (text || emoji) known.set(userId, { text: text ?? null, emoji: emoji ?? null });
  else known.delete(userId);
  for (const listener of listeners) listener();
}

/** As lists of people have it. */
interface Listed {
  userId: number;
  statusText?: string | null;
  statusEmoji?: string | null;
}

export function tellStatuses(people: readonly Listed[]): void {
  for (const { userId, statusText, statusEmoji } of people) {
    tellStatus(userId, { text: statusText ?? null, emoji: statusEmoji ?? null });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useStatus(userId: number): Said | undefined {
  const now = () => known.get(userId);
  return useSyncExternalStore(subscribe, now, now);
}

/** In words, as it is heard. */
export const wordsOf = ({ text, emoji }: Said): string => [emoji, text].filter(Boolean).join(' ');
