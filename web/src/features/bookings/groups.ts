/** A group of bookables of which any is as good, in a form and back again. Pure. */
import { groupsTexts as texts } from '@/texts/bookingsGroups.ts';
import { tidy, type Wrong } from './fields.ts';
import { AVAILABLE, HIDDEN } from './status.ts';
import type { Bookable, BookableGroup, BookableGroupDraft } from './types.ts';

/** The server takes no more. */
const MOST = 50;

/** `bookables`: in the order in which they are tried. */
export type GroupForm = { name: string; bookables: number[] };

export const groupForm = (old: BookableGroup | null): GroupForm => ({
  name: old?.name ?? '',
  bookables: old?.bookables ?? [],
});

/** One that is chosen comes last in the order. */
export const chosen = (ids: readonly number[], id: number, on: boolean): number[] =>
  on ? [...ids, id] : ids.filter((one) => one !== id);

/** One a step further up or down; at an end it stays. */
export function stepped(ids: readonly number[], at: number, step: -1 | 1): number[] {
  const all = [...ids];
  const [one, other] = [all[at], all[at + step]];
  if (one === undefined || other === undefined) return all;
  [all[at], all[at + step]] = [other, one];
  return all;
}

export const wrongGroup = ({ name, bookables }: GroupForm): Wrong => ({
  name: tidy(name) ? undefined : texts.missingName,
  bookables:
    bookables.length === 0 ? texts.missing : bookables.length > MOST ? texts.most(MOST) : undefined,
});

export const groupDraft = (
  form: GroupForm,
  idEntity: number,
  old: BookableGroup | null,
): BookableGroupDraft => ({
  idEntity,
  name: tidy(form.name),
  bookables: form.bookables,
  ...(old && { version: old.version }),
});

/** What of a group those who book see, in its order. */
export const shownOf = (group: BookableGroup, known: readonly Bookable[]): Bookable[] =>
  group.bookables.flatMap((id) => {
    const found = known.find(({ idBookable }) => idBookable === id);
    return found && found.status !== HIDDEN ? [found] : [];
  });

/** Whether whoever asks may book it now. */
export const mayBeBooked = ({ status, abilities }: Bookable): boolean =>
  status === AVAILABLE && (abilities.includes('BOOK') || abilities.includes('MANAGE'));

export const isAvailable = ({ status }: Bookable): boolean => status === AVAILABLE;
