/** Whose calendars there are, in what order, and how they look. */
import type { Membership } from '@/api/types.ts';
import { calendarFormTexts, calendarTexts } from '@/texts/calendar.ts';
import type { Calendar } from './types.ts';

export const COLORS: readonly string[] = Object.keys(calendarFormTexts.colors);

/** Its own, or one that stays the same for it. */
export const colorOf = ({ color, idCalendar }: Calendar): string =>
  color ?? COLORS[idCalendar % COLORS.length] ?? 'gray';

export const writes = ({ abilities }: Pick<Calendar, 'abilities'>): boolean =>
  abilities.includes('WRITE');

/** Whether one of them is being fetched from elsewhere now. */
export const isFetching = (calendars: readonly Pick<Calendar, 'sourceState'>[]): boolean =>
  // What was kept for being offline may be older than the field.
  calendars.some(({ sourceState }) => sourceState?.fetching);

export type CalendarGroup = {
  /** null: the person's own. */
  idEntity: number | null;
  name: string;
  calendars: Calendar[];
};

/** By whose they are: first those of the organisation that one acts for, then one's own, then the others by name. */
export function groupsOf(
  calendars: readonly Calendar[],
  organisations: readonly Pick<Membership, 'idEntity' | 'entityName'>[],
  acting: number | null,
): CalendarGroup[] {
  const groups = new Map<number | null, CalendarGroup>();
  for (const calendar of calendars) {
    const idEntity = calendar.idEntity ?? null;
    const of = organisations.find((one) => one.idEntity === idEntity);
    const name = idEntity === null ? calendarTexts.own : (of?.entityName ?? '');
    const group = groups.get(idEntity) ?? { idEntity, name, calendars: [] };
    group.calendars.push(calendar);
    groups.set(idEntity, group);
  }
  const rank = ({ idEntity }: CalendarGroup) =>
    idEntity === acting ? 0 : idEntity === null ? 1 : 2;
  return [...groups.values()].sort(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'sv'),
  );
}

/** Into which of somebody's own something new goes when nobody has said: what nobody else sees comes first. */
export function ownToWrite(calendars: readonly Calendar[]): Calendar | undefined {
  const own = calendars.filter((one) => (one.idEntity ?? null) === null && writes(one));
  return own.find(({ visibility }) => visibility === 'PRIVATE') ?? own[0];
}

/** Into which something new goes when nobody has said: one of the first, in that order, that one writes in. */
export function firstToWrite(groups: readonly CalendarGroup[]): Calendar | undefined {
  const of = ({ idEntity, calendars }: CalendarGroup) =>
    idEntity === null ? ownToWrite(calendars) : calendars.find(writes);
  return groups.map(of).find(Boolean);
}
