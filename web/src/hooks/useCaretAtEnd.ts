import { type RefObject, useLayoutEffect } from 'react';

/** One writes on after what was begun: a field that is drawn with its text would have the caret before it. */
export function useCaretAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => field.current?.setSelectionRange(1e9, 1e9), [field]);
}
