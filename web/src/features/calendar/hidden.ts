/** Which calendars are not shown: what one looks at is this device's affair. */
import { useSyncExternalStore } from 'react';
import { onForget, PERSONAL, readStored, writeStored } from '@/lib/storage.ts';

const KEY = `${PERSONAL}calendar:hidden`;
const listeners = new Set<() => void>();
let held: readonly string[] | null = null;

function read(): readonly string[] {
  if (held) return held;
  try {
    const kept: unknown = JSON.parse(readStored(KEY) ?? '[]');
    held = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    held = [];
  }
  return held;
}

function hold(next: readonly string[] | null): void {
  held = next;
  for (const listener of listeners) listener();
}

onForget(() => hold(null));

/** Shows a calendar, or no longer. */
export function setHidden(uuid: string, hide: boolean): void {
  const others = read().filter((one) => one !== uuid);
  const next = hide ? [...others, uuid] : others;
  writeStored(KEY, JSON.stringify(next));
  hold(next);
}

function subscribe(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key?.endsWith(KEY)) hold(null);
  };
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
  };
}

export const useHidden = (): readonly string[] => useSyncExternalStore(subscribe, read, read);
