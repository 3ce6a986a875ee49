import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Kind = Schemas['SchoolCalendarKind'];
export type DayKind = Schemas['SchoolDayKind'];
export type SchoolDay = Required<Schemas['SchoolDay']>;
export type EasterBreak = Schemas['EasterBreak'];
export type Outcome = Schemas['SchoolDayOutcome'];
export type PlannedDay = SchoolDay & {
  outcome: Outcome;
  /** As it is in the calendar; null: it is not there. */
  stands: Required<Schemas['SchoolDayStands']> | null;
};
export type Proposal = Omit<Required<Schemas['SchoolYearProposal']>, 'days'> & {
  days: SchoolDay[];
};
export type SchoolCalendar = Omit<Required<Schemas['SchoolCalendar']>, 'calendar'> & {
  calendar: Calendar;
};
export type SchoolCalendars = Omit<Required<Schemas['SchoolCalendars']>, 'content'> & {
  content: SchoolCalendar[];
};
export type SchoolYear = Omit<Required<Schemas['SchoolYear']>, 'days' | 'calendar'> & {
  days: PlannedDay[];
  /** Null: it would be made. */
  calendar: Calendar | null;
};
export type SchoolYearDraft = Schemas['SchoolYearDraft'];
export type Calendar = Required<Schemas['Calendar']>;
export type Visibility = Schemas['Visibility'];
export type ListedEvent = Required<Schemas['ListedEvent']>;
