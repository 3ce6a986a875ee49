/** Whether somebody is writing: nothing that was not asked for takes the focus from them or lies over what they use. */
import { useEffect, useState } from 'react';

/** A key or a pause for thought later, they still are (ms). */
export const PAUSE_MS = 10_000;
/** How often it is looked again whether they have stopped (ms). */
const LOOK_MS = 500;

const FIELDS = 'textarea, input, [contenteditable="true"]';
/** Kinds of input that hold no text. */
const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'];

let lastKey = Number.NEGATIVE_INFINITY;
// From the start: what comes later asks when it was.
if (typeof document !== 'undefined') {
  document.addEventListener('input', () => {
    lastKey = Date.now();
  });
}

function fieldInUse(): Element | null {
  const element = document.activeElement;
  if (!element?.matches(FIELDS)) return null;
  return element instanceof HTMLInputElement && NO_TEXT.includes(element.type) ? null : element;
}

const textOf = (field: Element): string =>
  field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
    ? field.value
    : (field.textContent ?? '');

/** A field with text has the focus, or one was written in a moment ago; so does who is in the middle of a dialog. */
export function isBusy(now = Date.now()): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const field = fieldInUse();
  // Between two messages, or on the way to another channel, they write as well.
  return now - lastKey < PAUSE_MS || (field !== null && textOf(field).trim() !== '');
}

/** A field has the focus and was written in a moment ago: it keeps the focus whatever comes. */
export const isWriting = (now = Date.now()): boolean =>
  fieldInUse() !== null && now - lastKey < PAUSE_MS;

/** Calls `run` as soon as nobody is writing; answers how to call it off. */
export function whenFree(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
  };
  const look = () => {
    if (isBusy()) {
      timer = setTimeout(look, LOOK_MS);
      return;
    }
    stop();
    run();
  };
  look();
  return stop;
}

/** True from the moment on at which what is `wanted` disturbs nobody, until it is wanted no more. */
export function useFree(wanted: boolean): boolean {
  const [free, setFree] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const stop = whenFree(() => setFree(true));
    return () => {
      stop();
      setFree(false);
    };
  }, [wanted]);
  return wanted && free;
}
