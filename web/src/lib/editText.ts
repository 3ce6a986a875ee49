import type { ClipboardEvent } from 'react';
import { loadPart } from './loadPart.ts';

/** Puts text into the field as if typed, so that the browser's undo still knows it. */
export function insertText(field: HTMLTextAreaElement, start: number, end: number, text: string) {
  field.focus();
  // Under a dialog it does not get the focus, and what is typed would go to who has it.
  const focused = document.activeElement === field;
  field.setSelectionRange(start, end);
  const done =
    focused &&
    (text === ''
      ? document.execCommand('delete')
      : document.execCommand('insertText', false, text));
  if (done) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** What becomes of a text. */
export interface Change {
  /** This stretch is replaced … */
  start: number;
  end: number;
  /** … by this, and then selected from `selectFrom` to `selectTo`. */
  insert: string;
  selectFrom: number;
  selectTo: number;
}

export function applyChange(field: HTMLTextAreaElement, change: Change) {
  insertText(field, change.start, change.end, change.insert);
  field.setSelectionRange(change.selectFrom, change.selectTo);
}

/** Text at a caret is the browser's own to paste; what else people may mean by it is looked at (paste.ts). */
export function onPaste(
  event: ClipboardEvent<HTMLTextAreaElement>,
  attach?: (files: readonly File[]) => void,
) {
  const field = event.currentTarget;
  const data = event.clipboardData;
  const [text, html] = [data.getData('text/plain'), data.getData('text/html')];
  const files = attach ? [...data.files] : [];
  const overWords = /^\s*https?:/i.test(text) && field.selectionStart !== field.selectionEnd;
  if (files.length === 0 && !overWords) return;
  event.preventDefault();
  loadPart(() => import('./paste.ts')).then(
    ({ paste }) => paste(field, { text, html, files }, attach),
    // Without a network it is pasted as it lies there.
    () => {
      if (text) insertText(field, field.selectionStart, field.selectionEnd, text);
      else attach?.(files);
    },
  );
}
