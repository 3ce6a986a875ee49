/** The post that is being written: kept on this device until it is published, so that a reload takes nothing. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import type { Audience, SentMedia } from './types.ts';
import { lengthOf, TEXT_MAX } from './words.ts';

const KEY = `${PERSONAL}feed-draft`;
export const PICTURES_MAX = 10;

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

/** For whom somebody can write. */
export const audiencesOf = (idEntity: number | null): readonly Audience[] =>
  idEntity === null
    ? ['PUBLIC', 'FOLLOWERS', 'CONTACTS']
    : ['PUBLIC', 'FOLLOWERS', 'ENTITY_MEMBERS'];

/** In another name: an audience that it does not have becomes the one that is nearest, never a wider one. */
export function inNameOf(draft: Draft, idEntity: number | null): Draft {
  const { audience } = draft;
  const narrow = idEntity === null ? 'CONTACTS' : 'ENTITY_MEMBERS';
  return {
    ...draft,
    idEntity,
    audience: audiencesOf(idEntity).includes(audience) ? audience : narrow,
  };
}

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

export const mayPublish = (draft: Draft) => !isEmpty(draft) && lengthOf(draft.text) <= TEXT_MAX;

/** Whether these are the same pictures, in the same order, with the same words. */
export const samePictures = (some: readonly DraftPicture[], others: readonly DraftPicture[]) =>
  some.length === others.length &&
  some.every(({ id, alt }, index) => id === others[index]?.id && alt.trim() === others[index].alt);
