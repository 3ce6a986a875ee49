/**
 * Who was ticked off at the door and is not known to the server yet: kept on the device, so that neither a tunnel nor a reload
 * loses anybody, and sent when there is a network.
 */
import { onForget, PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import type { Occurrence } from './api.ts';

/** Somebody who came; `at`: when they were ticked off. */
export type Ticked = Occurrence & { idUser: number; name: string; at: string };

const NAME = 'checkins';
const KEY = `${PERSONAL}${NAME}`;
const MOST_ROWS = 200;
const NOBODY: readonly Ticked[] = [];

const listeners = new Set<() => void>();
let held: readonly Ticked[] | null = null;

const isTicked = (one: unknown): one is Ticked => {
  const { eventUUID, idUser, at } = (one ?? {}) as Partial<Ticked>;
  return typeof eventUUID === 'string' && Number.isInteger(idUser) && typeof at === 'string';
};

export function parseTicked(text: string | null): readonly Ticked[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isTicked) : NOBODY;
  } catch {
    return NOBODY;
  }
}

export function ticked(): readonly Ticked[] {
  held ??= parseTicked(readStored(KEY));
  return held;
}

/** What another tab has done meanwhile is read first. */
function write(change: (now: readonly Ticked[]) => readonly Ticked[]): void {
  const next = change(parseTicked(readStored(KEY)));
  writeStored(KEY, next.length > 0 ? JSON.stringify(next) : null);
  held = next;
  for (const listener of listeners) listener();
}

onForget(() => {
  held = null;
  for (const listener of listeners) listener();
});

const same = (a: Ticked, b: Ticked) => a.idUser === b.idUser && isOf(a, b);
const isOf = (a: Occurrence, b: Occurrence) =>
  a.eventUUID === b.eventUUID && a.recurrenceId === b.recurrenceId;

/** Ticked twice, they came the first time. */
export const tick = (one: Ticked) =>
  write((now) => (now.some((other) => same(other, one)) ? now : [...now, one]));
export const untick = (sent: readonly Ticked[]) =>
  write((now) => now.filter((one) => !sent.some((other) => same(one, other))));
export const tickedOf = (all: readonly Ticked[], of: Occurrence) =>
  all.filter((one) => isOf(one, of));

/** By occurrence, as many in one as are sent at once. */
export function batchesOf(all: readonly Ticked[]): Ticked[][] {
  const batches: Ticked[][] = [];
  for (const one of all) {
    const open = batches.find(
      (batch) => batch[0] && isOf(batch[0], one) && batch.length < MOST_ROWS,
    );
    if (open) open.push(one);
    else batches.push([one]);
  }
  return batches;
}

export function onTicked(listener: () => void): () => void {
  const onOtherTab = ({ key }: StorageEvent) => {
    if (key !== null && !key.endsWith(NAME)) return;
    held = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onOtherTab);
  };
}
