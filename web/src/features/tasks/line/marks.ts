/** What a line says by signs: '!hög' and '#inköp'. A sign stands by itself, between spaces. Pure. */

import type { Place } from '@/lib/swedish/dates.ts';
import type { Found } from '@/lib/swedish/repeats.ts';
import type { Priority } from '../types.ts';

/** As the server takes them. */
const LABELS_MOST = 10;
const LABEL_LENGTH = 30;

const PRIORITIES: Record<string, Priority> = {
  låg: 1,
  normal: 2,
  hög: 3,
  viktig: 3,
  viktigt: 3,
  brådskande: 4,
  akut: 4,
  '!': 3,
  '!!': 4,
};
/** '!' alone is a mark of the sentence, as is one that follows a word. */
const PRIORITY = new RegExp(`(?<!\\S)!(${Object.keys(PRIORITIES).join('|')})(?!\\S)`, 'giu');
/** With a letter in it: '#12' is a number of something. */
const LABEL = /(?<!\S)#((?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]+)(?=[\s,.;:!?]|$)/gu;

/** Of several the highest holds; all are taken out. */
export function priorityIn(text: string): { said: Priority; places: Place[] } | null {
  const found = [...text.matchAll(PRIORITY)];
  if (found.length === 0) return null;
  const all = found.map(([, name = '']) => PRIORITIES[name.toLowerCase()] ?? 0);
  const places = found.map(({ index: at, 0: all }) => ({ at, end: at + all.length }));
  return { said: Math.max(...all) as Priority, places };
}

/** As they are written; one that is there already is taken out as well. What is too much or too long stays. */
export function labelsIn(text: string): Found<string>[] {
  const known = new Set<string>();
  return [...text.matchAll(LABEL)].flatMap(({ index: at, 0: all, 1: said = '' }) => {
    const name = said.toLocaleLowerCase('sv');
    const fits = [...said].length <= LABEL_LENGTH && (known.has(name) || known.size < LABELS_MOST);
    if (fits) known.add(name);
    return fits ? [{ at, end: at + all.length, said }] : [];
  });
}
