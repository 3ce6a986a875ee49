import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Attachment, Success } from '@/api/types.ts';
import { upload } from '@/api/upload.ts';
import { toast } from '@/components/toast.ts';
import { fileTexts } from '@/texts/chat.ts';
import { chatApi } from '../api.ts';
import { FILE_MAX, FILES_MAX } from '../lib/files.ts';

/** A file that was chosen and is not sent yet. */
export interface Upload {
  key: string;
  file: File;
  /** Of 1. */
  progress: number;
  attachment: Attachment | null;
  /** Why it did not come through, in Swedish. */
  reason: string | null;
}

/** The files of the message that is being written, brought to the server while one writes. */
export function useUploads(channelId: number) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const one of all.values()) one.abort();
    };
  }, []);

  const change = (key: string, to: Partial<Upload>) =>
    setUploads((held) => held.map((one) => (one.key === key ? { ...one, ...to } : one)));

  const bring = async ({ key, file }: Upload) => {
    const stop = new AbortController();
    running.current.set(key, stop);
    change(key, { progress: 0, reason: null });
    const path = `/api/v1/chat/channels/${channelId}/attachments`;
    try {
      const progress = (part: number) => change(key, { progress: part });
      const answer = await upload<Success<Attachment[]>>(path, file, progress, stop.signal);
      change(key, { progress: 1, attachment: answer.data[0] ?? null });
    } catch (error) {
      if (!stop.signal.aborted) change(key, { reason: messageOf(error) });
    } finally {
      running.current.delete(key);
    }
  };

  return {
    uploads,
    /** All of them are the server's. */
    ready: uploads.every((one) => one.attachment !== null),
    add: (files: readonly File[]) => {
      const room = FILES_MAX - uploads.length;
      if (files.length > room) toast({ type: 'warning', message: fileTexts.tooMany(FILES_MAX) });
      const added = files.slice(0, Math.max(room, 0)).map((file) => ({
        key: crypto.randomUUID(),
        file,
        progress: 0,
        attachment: null,
        reason:
          file.size > FILE_MAX ? fileTexts.tooLarge : file.size === 0 ? fileTexts.empty : null,
      }));
      setUploads((held) => [...held, ...added]);
      for (const one of added) if (one.reason === null) void bring(one);
    },
    retry: (key: string) => {
      const one = uploads.find((held) => held.key === key);
      if (one && one.file.size <= FILE_MAX) void bring(one);
    },
    remove: (key: string) => {
      running.current.get(key)?.abort();
      const one = uploads.find((held) => held.key === key);
      // What is not taken back here runs out by itself.
      if (one?.attachment) chatApi.dropFile(one.attachment.id).catch(() => {});
      setUploads((held) => held.filter((other) => other.key !== key));
    },
    /** They were sent. */
    clear: () => setUploads([]),
  };
}
