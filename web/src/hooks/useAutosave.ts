import { useEffect, useRef, useState } from 'react';
import type { Autosave, Ports, SaveState } from '@/lib/autosave.ts';

type Options<T extends { version: number }, W, M extends object> = {
  writtenOf: (thing: T) => W;
  begin: (tell: Ports<T, W, M>['tell']) => Autosave<T, W, M>;
  /** Somebody else's is what stands, by the choice between the two. */
  stands: (theirs: T) => void;
};

/** What is written on a page that saves by itself: how it stands, and the choice where somebody else was faster. */
export function useAutosave<T extends { version: number }, W extends object, M extends object>(
  first: T,
  { writtenOf, begin, stands }: Options<T, W, M>,
) {
  const [written, setWritten] = useState(() => writtenOf(first));
  const [state, setState] = useState<SaveState>('saved');
  const [message, setMessage] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<T | null>(null);

  const made = useRef<Autosave<T, W, M> | null>(null);
  made.current ??= begin((next, words, other) => {
    setState(next);
    setMessage(words);
    if (other) setTheirs(other);
  });
  const saves = made.current;

  useEffect(() => {
    const online = () => void saves.flush();
    // What is not saved yet is asked about before the page goes.
    const leaving = (event: BeforeUnloadEvent) => {
      if (saves.isDirty) event.preventDefault();
    };
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', leaving);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', leaving);
      saves.end();
    };
  }, [saves]);

  function choose(keeps: boolean) {
    if (!theirs) return;
    stands(theirs);
    setWritten(saves.settle(theirs, keeps));
    setTheirs(null);
  }

  return {
    saves,
    shown: {
      written,
      state,
      message,
      theirs,
      change(patch: Partial<W>) {
        const next = { ...written, ...patch };
        setWritten(next);
        saves.write(next);
      },
      keepMine: () => choose(true),
      takeTheirs: () => choose(false),
    },
  };
}
