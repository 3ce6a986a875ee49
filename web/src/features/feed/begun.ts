/** The post that is being written: kept on this device until it is published, so that a reload takes nothing. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import type { Audience, SentMedia } from './types.ts';

const KEY = `${PERSONAL}feed-draft`;
/** For whom one wrote last in one's own name, on this device. */
const AUDIENCE = `${PERSONAL}feed-audience`;
const OWN: readonly Audience[] = ['PUBLIC', 'FOLLOWERS', 'CONTACTS'];

/** A picture that the server holds for the post. */
export type DraftPicture = Pick<SentMedia, 'id' | 'url'> & { alt: string };

export type Draft = {
  text: string;
  /** In whose name; null: one's own. */
  idEntity: number | null;
  audience: Audience;
  pictures: DraftPicture[];
};

/** What one writes oneself is for one's contacts until another audience is chosen. */
export const emptyDraft: Draft = { text: '', idEntity: null, audience: 'CONTACTS', pictures: [] };

/** For whom a post begins: as one chose last, else for contacts; an organisation's for everybody. */
export function beginsFor(idEntity: number | null): Audience {
  if (idEntity !== null) return 'PUBLIC';
  const kept = readStored(AUDIENCE) as Audience | null;
  return kept && OWN.includes(kept) ? kept : 'CONTACTS';
}

/** The choice for posts in one's own name is the next one's beginning. */
export function keepAudience({ idEntity, audience }: Draft): void {
  if (idEntity === null) writeStored(AUDIENCE, audience);
}

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
