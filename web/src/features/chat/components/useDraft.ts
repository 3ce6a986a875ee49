import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey } from '../lib/drafts.ts';
import { useChatSession } from '../session.ts';

const SAVE_AFTER_MS = 300;
/** Within this time of the last key the text is being written (ms): what another device says does not replace it. */
const WRITING_MS = 10_000;

/** The composer's text, kept over reloads. While a message is edited the draft waits untouched. */
export function useDraft(channelId: number, threadId: number | null) {
  const { drafts } = useChatSession();
  const key = draftKey(channelId, threadId);
  const [text, setText] = useState(() => drafts.get(key));
  const unsaved = useRef<string | null>(null);
  const written = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current === null) return;
    drafts.set(key, unsaved.current);
    unsaved.current = null;
  }, [drafts, key]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      written.current = next === '' ? 0 : Date.now();
      unsaved.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_AFTER_MS);
    },
    [flush],
  );

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  // What another device says comes in once one has paused.
  useEffect(() => {
    let again: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(again);
      const pause = written.current + WRITING_MS - Date.now();
      if (unsaved.current !== null || (pause > 0 && document.hasFocus())) {
        again = setTimeout(look, Math.max(pause, SAVE_AFTER_MS));
      } else setText(drafts.get(key));
    };
    const stop = drafts.subscribe(look);
    return () => {
      clearTimeout(again);
      stop();
    };
  }, [drafts, key]);

  return { text, change, flush };
}
