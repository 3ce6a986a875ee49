/** The composer's own keys: marks, and lists that go on. Loaded when the field is first entered. */
import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import type { Format } from './writingKeys.ts';

type Keys = typeof import('./writingKeys.ts');

export function useWriting(field: RefObject<HTMLTextAreaElement | null>) {
  const keys = useRef<Keys | null>(null);

  const load = useCallback(async () => {
    keys.current ??= await loadPart(() => import('./writingKeys.ts'));
    return keys.current;
  }, []);

  const format = useCallback(
    (how: Format) => void load().then((part) => field.current && part.format(field.current, how)),
    [field, load],
  );

  /** Whether the key was one of its own. */
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean =>
    keys.current?.onKey(event) ?? false;

  return { load, format, onKey };
}
