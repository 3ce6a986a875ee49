/**
 * Signing in may have been asked for by a sister service: /login?service=Name. Where it is, the
 * operator says (lib/operator.ts); an address in the link itself would let anybody send people
 * anywhere in our name.
 */
import { sisterServices } from '@/lib/operator.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';

export type Service = { label: string; to: string };

const KEY = `${PERSONAL}return-to-service`;
export const CHECK_AFTER_MS = 500;

export function rememberService(name: string | null, known: Service[] = sisterServices): void {
  if (known.some(({ label }) => label === name)) writeStored(KEY, name);
}

/** The service that is waited for; asked once. */
export function takeService(known: Service[] = sisterServices): Service | null {
  const name = readStored(KEY);
  if (name !== null) writeStored(KEY, null);
  return known.find(({ label }) => label === name) ?? null;
}

/** First letters of up to two words, in capitals. */
export function serviceInitials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => [...word][0]?.toLocaleUpperCase('sv') ?? '').join('');
}
