import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { draftKey } from '../lib/drafts.ts';
import { keeping, loadUploading, useChatSession } from '../session.ts';

/** The files of the message that is being written: they belong to its draft and outlive this view of it. */
export function useUploads(channelId: number, threadId: number | null) {
  const { files, me } = useChatSession();
  const draft = draftKey(channelId, threadId);
  const held = () => files.get(draft);
  // The painter draws it too, without a browser.
  const uploads = useSyncExternalStore(files.subscribe, held, held);
  useEffect(() => {
    const timer = setTimeout(() => loadUploading().catch(() => {}));
    return () => clearTimeout(timer);
  }, []);
  const acts = useMemo(() => {
    const to = { files, draft, channelId };
    const act = (run: Parameters<typeof keeping>[2]) =>
      void keeping(files, me.idUser, run).catch((error: unknown) =>
        toast({ type: 'error', message: messageOf(error) }),
      );
    return {
      add: (chosen: readonly File[]) => act((part) => part.add(to, chosen)),
      retry: (key: string) => act((part) => part.retry(to, key)),
      remove: (key: string) => act((part) => part.remove(to, key)),
      /** They were sent. */
      clear: () => files.update(draft, () => []),
    };
  }, [files, draft, channelId, me.idUser]);
  return {
    ...acts,
    uploads,
    /** All of them are the server's. */
    ready: uploads.every((one) => one.attachment !== null),
  };
}
