/** Puts text into the field as if typed, so that the browser's undo still knows it. */
export function insertText(field: HTMLTextAreaElement, start: number, end: number, text: string) {
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** A finger's Enter is a new line: there is no Shift beside it. */
export const isTouch = () => window.matchMedia('(pointer: coarse)').matches;
