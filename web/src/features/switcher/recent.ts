/** Where one was lately, on this device; forgotten when one signs out. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';

const KEY = `${PERSONAL}switcher.recent`;
const KEPT = 30;
/** The quick switcher itself, as a place that keys are meant for. */
export const SWITCHER = 'switcher';

/** Keys of places, the last first. */
export function recentPlaces(): string[] {
  try {
    const held: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(held) ? held.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The place of an address: a channel's or a conversation's number; null: it is none. */
export const placeOf = (path: string): string | null =>
  /^\/(?:konversation\/\d+|messages)\/(\d+)/.exec(path)?.[1] ?? null;

export function notePlace(path: string): void {
  const place = placeOf(path);
  if (place === null) return;
  const rest = recentPlaces().filter((one) => one !== place);
  writeStored(KEY, JSON.stringify([place, ...rest].slice(0, KEPT)));
}
