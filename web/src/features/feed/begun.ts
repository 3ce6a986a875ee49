/** The post that is being written: kept on this device until it is published, so that a reload takes nothing. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import type { Audience, SentMedia } from './types.ts';

const KEY = `${PERSONAL}feed-draft`;

/** A picture that the server holds for the post. */
export type DraftPicture = Pick<SentMedia, 'id' | 'url'> & { alt: string };

export type Draft = {
  text: string;
  /** In whose name; null: one's own. */
  idEntity: number | null;
  audience: Audience;
  pictures: DraftPicture[];
};

export const emptyDraft: Draft = { text: '', idEntity: null, audience: 'PUBLIC', pictures: [] };

export const isEmpty = ({ text, pictures }: Draft) => text.trim() === '' && pictures.length === 0;

export function readDraft(): Draft {
  try {
    const kept = JSON.parse(readStored(KEY) ?? 'null') as Partial<Draft> | null;
    return kept && typeof kept.text === 'string' && Array.isArray(kept.pictures)
      ? { ...emptyDraft, ...kept }
      : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

export const keepDraft = (draft: Draft): void =>
  writeStored(KEY, isEmpty(draft) ? null : JSON.stringify(draft));
