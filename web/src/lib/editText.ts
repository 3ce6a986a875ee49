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
