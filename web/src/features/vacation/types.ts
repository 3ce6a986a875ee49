/** Vacation, as the server says it. Days are 'yyyy-mm-dd', both ends included. */
import type { components } from '@/api/schema.gen.ts';
import type { Entity } from '@/api/types.ts';

export type Person = components['schemas']['Person'];

export type HolidayYear = 'APRIL' | 'CALENDAR';
/** The server's own: only compared. */
export type GroupId = number | string;
/** A new one has no id until it is saved. */
export type Group = { id?: GroupId; name: string; users: number[]; minimum: number };
export type Settings = { holidayYear: HolidayYear; groups: Group[]; version: number };

/** A part of a list; `next` is sent as `after` for what follows. */
export type Listed<T> = { content: T[]; next?: number | string | null };

/** Of the holiday year that begins in `year`. */
export type SavedDays = { year: number; days: number };
export type EmployeeDraft = {
  employedFrom: string;
  employedUntil?: string | null;
  /** Per cent of full time. */
  share: number;
  daysPerYear: number;
  saved: SavedDays[];
  /** Of one that exists. */
  version?: number;
};
export type Employee = EmployeeDraft & { user: Person; version: number };

export type State = 'DRAFT' | 'APPLIED' | 'APPROVED' | 'REJECTED' | 'CANCELLED';
export type Span = { from: string; to: string };

/** Of colleagues only that they are away. */
export type Period = Span & {
  id?: number | null;
  kind: 'VACATION' | 'ABSENCE';
  flStatus?: State | null;
  days?: number | null;
};
export type YearPerson = { user: Person; groups: GroupId[]; periods: Period[] };
export type ClosedDay = { date: string; name: string };
export type Below = Span & { group: GroupId; present: number; minimum: number };
export type Year = Span & {
  people: YearPerson[];
  closed: ClosedDay[];
  below: Below[];
  next?: number | string | null;
};

export type Balance = {
  paid: number;
  unpaid: number;
  saved: (SavedDays & { expires: string })[];
  taken: number;
  applied: number;
  left: number;
  canSave: number;
};

export type Warning = {
  code: 'BELOW_MINIMUM' | 'NO_FOUR_WEEKS' | 'OVER_BALANCE' | 'OVERLAPS_OWN';
  group?: GroupId | null;
  from?: string | null;
  to?: string | null;
  present?: number | null;
  minimum?: number | null;
};

export type Act = 'apply' | 'approve' | 'reject' | 'cancel';

export type Reservation = Span & {
  idVacationPlanReservation: number;
  idEntity: number;
  user: Person;
  flStatus: State;
  note?: string | null;
  /** What whoever decided says. */
  reason?: string | null;
  days: number;
  warnings: Warning[];
  version: number;
  abilities: Record<Act | 'edit', boolean>;
  daCreated: string;
  daDecided?: string | null;
};
export type ReservationDraft = Span & { note?: string; apply: boolean; idAuthUser?: number };
export type ReservationChange = Span & { note?: string; version: number };
/** `balance`: of the year in which they begin, as it is without these days. */
export type Checked = { days: number; warnings: Warning[]; balance: Balance };

export type AbsenceKind = 'AWAY' | 'PARENTAL' | 'LEAVE' | 'TRAINING' | 'TIME_OFF';
export type Absence = Span & { idAbsence: number; kind: AbsenceKind };
export type AbsenceDraft = Span & { kind: AbsenceKind; idAuthUser?: number };

export type Mine = {
  employee: Employee;
  balance: Balance;
  reservations: Reservation[];
  absences: Absence[];
  warnings: Warning[];
};

/** What each tab of the page is given. */
export type PartProps = { entity: Entity; settings: Settings; manages: boolean };
