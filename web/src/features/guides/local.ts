/** What this browser knows of a person's guides, beside the server. Gone when they sign out. */

import { normalised } from '@/lib/guideIds.ts';
import { PERSONAL, readPlain, readStored, writePlain, writeStored } from '@/lib/storage.ts';

export type LocalGuide = {
  seen?: boolean;
  /** When it was completed (ISO). */
  completed?: string;
  /** The server was not told: kept here until it is. */
  failed?: boolean;
};

const DEBUG = 'onboardingDebugMode';
const keyOf = (id: string) => `${PERSONAL}guide:${normalised(id)}`;

export function readGuide(id: string): LocalGuide {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(id)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as LocalGuide) : {};
  } catch {
    return {};
  }
}

export function noteGuide(id: string, change: LocalGuide): void {
  writeStored(keyOf(id), JSON.stringify({ ...readGuide(id), ...change }));
}

export const forgetGuide = (id: string): void => writeStored(keyOf(id), null);

export const isDebugging = (): boolean => readPlain(DEBUG) === 'true';
export const setDebugging = (on: boolean): void => writePlain(DEBUG, on ? 'true' : null);
