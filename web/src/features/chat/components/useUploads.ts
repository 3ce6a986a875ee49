import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import type { Attachment } from '@/api/types.ts';
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
  /** Trying the same file again cannot help. */
  refused?: boolean;
  /** The server takes no files at the moment; it is tried again by itself. */
  waits?: boolean;
}

/** Tries, before its person is asked. */
const TRIES = 6;

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

  const bring = async (one: Upload, left = TRIES, stop = new AbortController()) => {
    const { key, file } = one;
    running.current.set(key, stop);
    change(key, { reason: null, waits: left < TRIES });
    const path = `/api/v1/chat/channels/${channelId}/uploads`;
    try {
      const progress = (part: number) => change(key, { progress: part });
      const { upload } = await import('@/api/upload.ts');
      const attachment = await upload(path, file, progress, stop.signal);
      change(key, { progress: 1, attachment });
    } catch (error) {
      if (stop.signal.aborted) return;
      const known = error instanceof ApiError;
      if (known && error.status === 503 && left > 1) {
        change(key, { waits: true });
        const pause = (error.retryAfter ?? 5) * 1000;
        const timer = setTimeout(() => bring(one, left - 1, stop), pause);
        stop.signal.onabort = () => clearTimeout(timer);
        return;
      }
      change(key, { reason: messageOf(error), refused: known && !error.isTransient });
    }
  };

  return {
    uploads,
    /** All of them are the server's. */
    ready: uploads.every((one) => one.attachment !== null),
    add: (files: readonly File[]) => {
      const room = FILES_MAX - uploads.length;
      if (files.length > room) toast({ type: 'warning', message: fileTexts.tooMany(FILES_MAX) });
      const added = files.slice(0, Math.max(room, 0)).map((file) => {
        const reason =
          file.size > FILE_MAX ? fileTexts.tooLarge : file.size === 0 ? fileTexts.empty : null;
        const key = crypto.randomUUID();
        return { key, file, progress: 0, attachment: null, reason, refused: reason !== null };
      });
      setUploads((held) => [...held, ...added]);
      for (const one of added) if (one.reason === null) void bring(one);
    },
    retry: (key: string) => {
      const one = uploads.find((held) => held.key === key);
      if (one && !one.refused) void bring(one);
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
