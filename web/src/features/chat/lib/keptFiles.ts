/**
 * A draft's files over a reload, as far as the server has them. On this device alone: the server's draft has a text and no
 * files. Loaded with the first file, and where some were kept.
 */
import type { Attachment } from '@/api/types.ts';
import type { DraftFiles, Upload } from './draftFiles.ts';
import type { KeyValue } from './outbox.ts';

/** The server lets go of what no message has taken after a day (ms); a little before that nothing is offered any more. */
export const KEPT_MS = 20 * 3_600_000;

const kept = new WeakSet<DraftFiles>();

/** Puts back what was kept, and keeps what comes. Once for each. */
export function keepFiles(files: DraftFiles, storage: KeyValue, key: string, now = Date.now()) {
  if (kept.has(files)) return;
  kept.add(files);
  let written = '';
  files.subscribe(() => {
    const all = files
      .all()
      .map(([draft, held]) => [draft, held.flatMap((one) => one.attachment ?? [])] as const)
      .filter(([, attachments]) => attachments.length > 0);
    const text = JSON.stringify(all);
    // How far they have come is told often.
    if (text === written) return;
    written = text;
    try {
      if (all.length === 0) storage.removeItem(key);
      else storage.setItem(key, text);
    } catch {
      // Without storage they live as long as the page.
    }
  });
  for (const [draft, attachments] of read(storage, key)) {
    const again = attachments
      .filter(({ created }) => now - Date.parse(created) < KEPT_MS)
      .map(
        (attachment): Upload => ({
          key: `kept-${attachment.id}`,
          name: attachment.name,
          file: null,
          progress: 1,
          attachment,
          reason: null,
        }),
      );
    files.update(draft, (held) => [...again, ...held]);
  }
}

function read(storage: KeyValue, key: string): [string, Attachment[]][] {
  try {
    const parsed: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    if (!Array.isArray(parsed)) return [];
    return (parsed as [string, Attachment[]][]).filter(
      (one) =>
        Array.isArray(one) &&
        typeof one[0] === 'string' &&
        Array.isArray(one[1]) &&
        one[1].every((file) => typeof file?.id === 'number' && typeof file.name === 'string'),
    );
  } catch {
    return [];
  }
}
