/** What the composer's own keys do. A part of its own: see useWriting. */
import type { KeyboardEvent } from 'react';
import { applyChange, insertText } from '@/lib/editText.ts';
import { inFence } from '@/lib/pasting.ts';
import { newLine, quoteReply, toggleLines, toggleMark } from '../lib/writing.ts';

export { TypingSender } from '../lib/typingSender.ts';

// Where one writes one pastes: it is there by then.
void import('@/lib/paste.ts').catch(() => {});

export type Format = keyof typeof MARKS | keyof typeof SIGNS;

const MARKS = { bold: '*', italic: '_', strike: '~', code: '`' } as const;
const SIGNS = { list: '- ', numbers: '1. ', quote: '> ' } as const;
const KEYS: Record<string, Format> = { b: 'bold', i: 'italic', e: 'code' };

export function format(field: HTMLTextAreaElement, how: Format) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const change =
    how in MARKS
      ? toggleMark(value, start, end, MARKS[how as keyof typeof MARKS])
      : toggleLines(value, start, end, SIGNS[how as keyof typeof SIGNS]);
  applyChange(field, change);
}

/** Begins an answer below what somebody wrote. */
export function quote(field: HTMLTextAreaElement, quoted: string) {
  insertText(field, 0, field.value.length, quoteReply(field.value, quoted));
}

/** Whether the key was one of its own. */
export function onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const at = event.currentTarget;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const key = event.key.toLowerCase();
    const how = event.shiftKey ? (key === 'x' ? 'strike' : undefined) : KEYS[key];
    if (!how) return false;
    event.preventDefault();
    format(at, how);
    return true;
  }
  if (event.key !== 'Enter' || event.altKey || event.ctrlKey || event.metaKey) return false;
  const { selectionStart: start, selectionEnd: end, value } = at;
  if (start !== end || !(event.shiftKey || inFence(value, start))) return false;
  event.preventDefault();
  applyChange(at, newLine(value, start));
  return true;
}
