/** The composer's own keys: marks, lists that go on, and that one writes. Loaded when the field is first entered. */
import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import type { Format } from './writingKeys.ts';

type Keys = typeof import('./writingKeys.ts');

/** `say` tells the others that I write, or that I have stopped. */
export function useWriting(
  field: RefObject<HTMLTextAreaElement | null>,
  say: (on: boolean) => boolean,
) {
  const sender = useRef<InstanceType<Keys['TypingSender']> | null>(null);
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

  const typed = () => {
    if (keys.current) sender.current ??= new keys.current.TypingSender(say);
    sender.current?.typed();
  };

  const stopped = useCallback(() => sender.current?.stop(), []);

  return { load, format, onKey, typed, stopped };
}
