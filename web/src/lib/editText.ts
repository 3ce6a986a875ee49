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
