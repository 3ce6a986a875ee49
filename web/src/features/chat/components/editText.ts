import { insertText } from '@/lib/editText.ts';
import type { Change } from '../lib/writing.ts';

export function applyChange(field: HTMLTextAreaElement, change: Change) {
  insertText(field, change.start, change.end, change.insert);
  field.setSelectionRange(change.selectFrom, change.selectTo);
}

/** A finger's Enter is a new line: there is no Shift beside it. */
export const isTouch = () => globalThis.matchMedia?.('(pointer: coarse)').matches === true;
