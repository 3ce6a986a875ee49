import { readStored, writeStored } from './storage.ts';

/**
 * Who has turned push messages on in this browser. It outlives a session that runs out, so that the
 * same person has them again, and tells another person's browser from one's own.
 */
const KEY = 'push';

export function pushOwner(): number | null {
  const person = Number(readStored(KEY) ?? Number.NaN);
  return Number.isSafeInteger(person) ? person : null;
}

export const setPushOwner = (person: number | null): void =>
  writeStored(KEY, person === null ? null : String(person));
