/** Brings the files of a draft to the server while one writes, also while another channel is open. Loaded with the first file. */
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { fileTexts } from '@/texts/chat.ts';
import { chatApi } from './api.ts';
import type { DraftFiles } from './lib/draftFiles.ts';
import { FILE_MAX, FILES_MAX } from './lib/files.ts';

export { keepFiles } from './lib/keptFiles.ts';

/** Whose files, and where they are to go. */
export interface Place {
  files: DraftFiles;
  draft: string;
  channelId: number;
}

/** Tries, before its person is asked. */
const TRIES = 6;

const running = new Map<string, AbortController>();

async function bring(
  to: Place,
  key: string,
  file: File,
  left = TRIES,
  stop = new AbortController(),
) {
  const { files, draft, channelId } = to;
  running.set(key, stop);
  files.change(draft, key, { reason: null, waits: left < TRIES });
  try {
    const progress = (part: number) => files.change(draft, key, { progress: part });
    const path = `/api/v1/chat/channels/${channelId}/uploads`;
    const { upload } = await import('@/api/upload.ts');
    const attachment = await upload(path, file, progress, stop.signal);
    files.change(draft, key, { progress: 1, attachment });
  } catch (error) {
    if (stop.signal.aborted) return;
    const known = error instanceof ApiError;
    if (known && error.status === 503 && left > 1) {
      files.change(draft, key, { waits: true });
      const pause = (error.retryAfter ?? 5) * 1000;
      const timer = setTimeout(() => bring(to, key, file, left - 1, stop), pause);
      stop.signal.onabort = () => clearTimeout(timer);
      return;
    }
    files.change(draft, key, { reason: messageOf(error), refused: known && !error.isTransient });
  }
}

export function add(to: Place, chosen: readonly File[]) {
  const { files, draft } = to;
  const room = FILES_MAX - files.get(draft).length;
  if (chosen.length > room) toast({ type: 'warning', message: fileTexts.tooMany(FILES_MAX) });
  const added = chosen.slice(0, Math.max(room, 0)).map((file) => {
    const reason =
      file.size > FILE_MAX ? fileTexts.tooLarge : file.size === 0 ? fileTexts.empty : null;
    const key = crypto.randomUUID();
    const { name } = file;
    return { key, name, file, progress: 0, attachment: null, reason, refused: reason !== null };
  });
  files.update(draft, (held) => [...held, ...added]);
  for (const one of added) if (one.reason === null) void bring(to, one.key, one.file);
}

export function retry(to: Place, key: string) {
  const one = to.files.get(to.draft).find((held) => held.key === key);
  if (one?.file && !one.refused) void bring(to, key, one.file);
}

export function remove({ files, draft }: Place, key: string) {
  running.get(key)?.abort();
  running.delete(key);
  const one = files.get(draft).find((held) => held.key === key);
  // What is not taken back here runs out by itself.
  if (one?.attachment) chatApi.dropFile(one.attachment.id).catch(() => {});
  files.update(draft, (held) => held.filter((other) => other.key !== key));
}
