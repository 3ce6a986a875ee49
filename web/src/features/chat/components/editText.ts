import type { Change } from '../lib/writing.ts';

/** Puts text into the field as if typed, so that the browser's undo still knows it. */
export function insertText(field: HTMLTextAreaElement, start: number, end: number, text: string) {
  field.focus();
  field.setSelectionRange(start, end);
  const done =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (done) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

export function applyChange(field: HTMLTextAreaElement, change: Change) {
  insertText(field, change.start, change.end, change.insert);
  field.setSelectionRange(change.selectFrom, change.selectTo);
}

/** A finger's Enter is a new line: there is no Shift beside it. */
export const isTouch = () => window.matchMedia('(pointer: coarse)').matches;
