/** Pasting into a lesson: what is formatted becomes Markdown (clipboard.ts, loaded then), a picture a picture of the course. */
import type { ClipboardEvent } from 'react';
import { insertText, onPaste } from '@/lib/editText.ts';
import { loadPart } from '@/lib/loadPart.ts';

/** Longer markup is pasted as its text (characters). */
const HTML_MAX = 2_000_000;

/** Whether a text would lose something without its markup. */
export function isFormatted(html: string): boolean {
  return /<(?:h[1-6]|ul|ol|table|b|strong|i|em|a|blockquote|s|del|strike|pre)[\s>]|mso-list|font-weight\s*:\s*(?:bold|[6-9]00)|font-style\s*:\s*italic/i.test(
    html,
  );
}

export function pasteInto(
  event: ClipboardEvent<HTMLTextAreaElement>,
  onPicture: (picture: File) => void,
) {
  const field = event.currentTarget;
  const data = event.clipboardData;
  const [text, html] = [data.getData('text/plain'), data.getData('text/html')];
  const picture = [...data.files].find(({ type }) => type.startsWith('image/'));
  if (picture && !text.trim()) {
    event.preventDefault();
    onPicture(picture);
    return;
  }
  if (html.length > HTML_MAX || !isFormatted(html)) return onPaste(event);
  event.preventDefault();
  const put = (what: string) => insertText(field, field.selectionStart, field.selectionEnd, what);
  loadPart(() => import('./clipboard.ts')).then(
    ({ markdownOf }) => put(markdownOf(html) || text),
    // Without a network it is pasted as it lies there.
    () => put(text),
  );
}
