/**
 * Vacation, by the names of the API document (schema.gen.ts). Days are 'yyyy-mm-dd', both ends included. The server always sends
 * what whoever sends it may leave out.
 */
import type { components } from '@/api/schema.gen.ts';
import type { Entity } from '@/api/types.ts';

type Schemas = components['schemas'];

export type Person = Schemas['Person'];
export type HolidayYear = Schemas['HolidayYear'];
/** A new one has no id until it is saved. */
export type Group = Schemas['StaffGroupDraft'];
export type GroupId = Schemas['StaffGroup']['id'];
export type Settings = Omit<Schemas['VacationSettings'], 'groups'> & { groups: Group[] };

/** A part of a list; `next` is sent as `after` for what follows. */
export type Listed<T> = { content: T[]; next?: number | string };

/** Of the holiday year that begins in `year`. */
export type SavedDays = Schemas['SavedDays'];
export type EmployeeDraft = Required<
  Omit<Schemas['VacationEmployeeDraft'], 'employedUntil' | 'version'>
> &
  Pick<Schemas['VacationEmployeeDraft'], 'employedUntil' | 'version'>;
export type Employee = Schemas['VacationEmployee'];

export type State = Schemas['ReservationStatus'];
export type Span = { from: string; to: string };

/** Of colleagues only that they are away. */
export type Period = Schemas['PlannedPeriod'];
export type YearPerson = Schemas['PlannedPerson'];
export type ClosedDay = Schemas['ClosedDay'];
export type Below = Schemas['BelowMinimum'];
export type Year = Schemas['VacationPlan'];
export type Balance = Schemas['VacationBalance'];
export type Warning = Schemas['VacationWarning'];

export type Act = 'apply' | 'approve' | 'reject' | 'cancel';
export type Reservation = Schemas['VacationReservation'];
export type ReservationDraft = Schemas['VacationReservationDraft'];
export type ReservationChange = Schemas['VacationReservationChange'];
/** `balance`: of the year in which they begin, as it is without these days. */
export type Checked = Schemas['VacationAnswer'];

/** Vacation is applied for by itself. */
export type AbsenceKind = Exclude<Schemas['Absence']['kind'], 'VACATION'>;
export type Absence = Omit<Schemas['Absence'], 'kind'> & { kind: AbsenceKind };
export type AbsenceDraft = Schemas['AbsenceDraft'];
export type Mine = Omit<Schemas['MyVacation'], 'absences'> & { absences: Absence[] };

/** What each tab of the page is given. */
export type PartProps = { entity: Entity; settings: Settings; manages: boolean };
