import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKey } from '../lib/drafts.ts';
import { useChatSession } from '../session.ts';

const SAVE_AFTER_MS = 300;

/** The composer's text, kept over reloads. While a message is edited the draft waits untouched. */
export function useDraft(channelId: number, threadId: number | null) {
  const { drafts } = useChatSession();
  const key = draftKey(channelId, threadId);
  const [text, setText] = useState(() => drafts.get(key));
  const unsaved = useRef<string | null>(null);
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

  return { text, change, flush };
}
