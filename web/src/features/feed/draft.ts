/** A post that is being written: its rules. Pure. */
import { type Draft, type DraftPicture, isEmpty } from './begun.ts';
import type { Audience } from './types.ts';
import { lengthOf, TEXT_MAX } from './words.ts';

export const PICTURES_MAX = 10;

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
