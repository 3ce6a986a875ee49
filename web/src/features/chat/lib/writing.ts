/** What the composer does to the text being written. Pure: what is to be put where, and where the caret goes. */
import type { Change } from '@/lib/editText.ts';
import { inFence } from '@/lib/pasting.ts';

const change = (start: number, end: number, insert: string, from?: number, to?: number): Change => {
  const after = start + insert.length;
  return { start, end, insert, selectFrom: from ?? after, selectTo: to ?? from ?? after };
};

/** Puts a mark around what is selected, or takes it off where it stands already. */
export function toggleMark(text: string, start: number, end: number, mark: string): Change {
  const size = mark.length;
  const inner = text.slice(start, end);
  if (inner.length >= 2 * size && inner.startsWith(mark) && inner.endsWith(mark)) {
    const bare = inner.slice(size, -size);
    return change(start, end, bare, start, start + bare.length);
  }
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return change(start - size, end + size, inner, start - size, end - size);
  }
  // A mark beside a space marks nothing: what is selected too much stays outside.
  const lead = inner.length - inner.trimStart().length;
  const core = inner.trim();
  if (core === '') return change(start, end, `${mark}${mark}`, start + size);
  const from = start + lead;
  return change(
    from,
    from + core.length,
    mark + core + mark,
    from + size,
    from + size + core.length,
  );
}

/** Puts a sign before each selected line, or takes it off where all have it. */
export function toggleLines(text: string, start: number, end: number, sign: string): Change {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const all = lines.every((line) => line.startsWith(sign));
  const made = lines
    .map((line) => (all ? line.slice(sign.length) : line.startsWith(sign) ? line : sign + line))
    .join('\n');
  return lines.length === 1
    ? change(from, to, made)
    : change(from, to, made, from, from + made.length);
}

const LISTED = /^( *)(?:([-*•])|(\d{1,9})([.)]))( +)(.*)$/;

/** A new line at the caret: within a list its next item, after an empty item the list's end. */
export function newLine(text: string, caret: number): Change {
  const from = text.lastIndexOf('\n', caret - 1) + 1;
  const item = inFence(text, caret) ? null : LISTED.exec(text.slice(from, caret));
  if (!item) return change(caret, caret, '\n');
  const [, indent = '', bullet, number, dot = '', space = ' ', words = ''] = item;
  if (words.trim() === '') return change(from, caret, '');
  const sign = bullet ?? `${Number(number) + 1}${dot}`;
  return change(caret, caret, `\n${indent}${sign}${space}`);
}

/** What somebody wrote as a quote to answer below; at the end of what is written already. */
export function quoteReply(text: string, quoted: string): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = quoted.trim().split('\n');
  const shown = lines.length > QUOTED_LINES ? [...lines.slice(0, QUOTED_LINES), '…'] : lines;
  return `${before}${shown.map((line) => `> ${line}`).join('\n')}\n`;
}

const QUOTED_LINES = 8;
