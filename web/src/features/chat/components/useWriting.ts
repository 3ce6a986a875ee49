/** The composer's own keys: marks, lists that go on, links by pasting. Loaded when the field is first entered. */
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useRef,
} from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import { applyChange } from './editText.ts';

type Writing = typeof import('../lib/writing.ts');

export type Format = keyof typeof MARKS | keyof typeof SIGNS;

const MARKS = { bold: '*', italic: '_', strike: '~', code: '`' } as const;
const SIGNS = { list: '- ', numbers: '1. ', quote: '> ' } as const;
const KEYS: Record<string, Format> = { b: 'bold', i: 'italic', e: 'code' };

export function useWriting(field: RefObject<HTMLTextAreaElement | null>) {
  const writing = useRef<Writing | null>(null);

  const load = useCallback(async () => {
    writing.current ??= await loadPart(() => import('../lib/writing.ts'));
    return writing.current;
  }, []);

  const format = useCallback(
    (how: Format) => {
      void load().then(({ toggleMark, toggleLines }) => {
        const at = field.current;
        if (!at) return;
        const { value, selectionStart: start, selectionEnd: end } = at;
        const change =
          how in MARKS
            ? toggleMark(value, start, end, MARKS[how as keyof typeof MARKS])
            : toggleLines(value, start, end, SIGNS[how as keyof typeof SIGNS]);
        applyChange(at, change);
      });
    },
    [field, load],
  );

  /** Whether the key was one of its own. */
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const at = event.currentTarget;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      const how = event.shiftKey ? (key === 'x' ? 'strike' : undefined) : KEYS[key];
      if (!how) return false;
      event.preventDefault();
      format(how);
      return true;
    }
    if (event.key !== 'Enter' || event.altKey || event.ctrlKey || event.metaKey) return false;
    const { selectionStart: start, selectionEnd: end, value } = at;
    const fenced = writing.current?.inFence(value, start) ?? false;
    if (!writing.current || start !== end || !(event.shiftKey || fenced)) return false;
    event.preventDefault();
    applyChange(at, writing.current.newLine(value, start));
    return true;
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const at = event.currentTarget;
    const change = writing.current?.pasteLink(
      at.value,
      at.selectionStart,
      at.selectionEnd,
      event.clipboardData.getData('text/plain'),
    );
    if (!change) return;
    event.preventDefault();
    applyChange(at, change);
  };

  return { load, format, onKey, onPaste };
}
