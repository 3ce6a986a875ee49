import type { Kind } from './types.ts';

/** The page of each kind of calendar. */
export const pageOf: Record<Kind, string> = {
  SCHOOL: '/skolkalender',
  STUDY: '/studiekalender',
  CLASS: '/klasskalender',
  STAFF: '/personalkalender',
};

/** Whose page an address is. */
export const kindOf = (path: string): Kind =>
  (Object.keys(pageOf) as Kind[]).find((kind) => pageOf[kind] === path) ?? 'SCHOOL';

export type At = { organization?: number; calendar?: string; year?: number; edit?: boolean };

/** A school's calendars of a kind, one of them, a year of it, the form for it. */
export function schoolPath(kind: Kind, { organization, calendar, year, edit }: At = {}): string {
  const query = new URLSearchParams();
  if (organization) query.set('organization', String(organization));
  if (calendar) query.set('calendar', calendar);
  if (year) query.set('year', String(year));
  if (edit) query.set('edit', '1');
  return query.size > 0 ? `${pageOf[kind]}?${query}` : pageOf[kind];
}
