/** What somebody has begun to write of an article, on this device: a reload takes nothing away. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import type { Article, Written } from './types.ts';

export type Draft = {
  written: Written;
  /** In whose name; null: one's own. */
  idEntity: number | null;
  /** Of the article that it began with; null: a new one. */
  version: number | null;
};

export const nothing: Written = { title: '', preamble: '', body: '', coverAlt: '' };

export const writtenOf = ({ title, preamble, body, coverImage }: Article): Written => ({
  title,
  preamble,
  body,
  coverAlt: coverImage?.alt ?? '',
});

const FIELDS = Object.keys(nothing) as (keyof Written)[];

export const sameWords = (one: Written, other: Written) =>
  FIELDS.every((field) => one[field].trim() === other[field].trim());

/** `what`: the article's uuid, or 'new'. */
const keyOf = (what: string) => `${PERSONAL}article:${what}`;

/** null: nothing was begun, or it cannot be read. */
export function readDraft(what: string): Draft | null {
  try {
    const kept = JSON.parse(readStored(keyOf(what)) ?? 'null') as Draft | null;
    const whole = kept && FIELDS.every((field) => typeof kept.written?.[field] === 'string');
    return whole ? kept : null;
  } catch {
    return null;
  }
}

export const keepDraft = (what: string, draft: Draft | null): void =>
  writeStored(keyOf(what), draft && JSON.stringify(draft));
