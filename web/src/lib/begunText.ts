/** Short texts that are being written (comments, answers): kept on this device until they are sent, so that leaving the page takes nothing. */
import { useState } from 'react';
import { PERSONAL, readStored, writeStored } from './storage.ts';

const KEY = `${PERSONAL}begun-texts`;
/** The oldest give way. */
export const BEGUN_MAX = 50;

type Kept = Record<string, { text: string; at: number }>;

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(readStored(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept as Kept).filter(
        ([, one]) => typeof one?.text === 'string' && typeof one.at === 'number',
      ),
    );
  } catch {
    return {};
  }
}

export const begunText = (key: string): string => read()[key]?.text ?? '';

/** Of nothing but space nothing is kept. */
export function keepText(key: string, text: string, at = Date.now()): void {
  const { [key]: before, ...rest } = read();
  if (text.trim() === '' && !before) return;
  const all: Kept = text.trim() === '' ? rest : { ...rest, [key]: { text, at } };
  const newest = Object.entries(all)
    .sort((a, b) => b[1].at - a[1].at)
    .slice(0, BEGUN_MAX);
  writeStored(KEY, newest.length === 0 ? null : JSON.stringify(Object.fromEntries(newest)));
}

/** As a state whose text outlives the page, by what it is written to. `first`: what stands there before anything is written. */
export function useBegunText(key: string, first = ''): [string, (text: string) => void] {
  const [text, setText] = useState(() => begunText(key) || first);
  const change = (next: string) => {
    setText(next);
    keepText(key, next === first ? '' : next);
  };
  return [text, change];
}
