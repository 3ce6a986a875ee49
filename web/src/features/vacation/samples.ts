/** The staff of a sports club and their vacation, for tests. */
import type {
  Balance,
  Employee,
  Mine,
  Person,
  Reservation,
  Settings,
  Year,
  YearPerson,
} from './types.ts';

export const person = (id: number, displayName: string): Person => {
  const username = displayName.toLowerCase().replace(' ', '-');
  return { id, displayName, username, slug: username, avatar: null };
};
export const anna = person(7, 'Anna Ek');
export const bo = person(8, 'Bo Alm');
export const siv = person(9, 'Siv Lund');

export const settings = (more: Partial<Settings> = {}): Settings => ({
  holidayYear: 'APRIL',
  groups: [{ id: 1, name: 'Kassan', users: [7, 8], minimum: 1 }],
  version: 3,
  ...more,
});

export const employee = (more: Partial<Employee> = {}): Employee => ({
  user: bo,
  employedFrom: '2024-08-15',
  share: 75,
  daysPerYear: 28,
  saved: [{ year: 2025, days: 3 }],
  version: 4,
  ...more,
});

export const balance = (more: Partial<Balance> = {}): Balance => ({
  paid: 25,
  unpaid: 0,
  saved: [{ year: 2025, days: 3, expires: '2031-03-31' }],
  taken: 5,
  applied: 4,
  left: 19,
  canSave: 5,
  ...more,
});

const none = { apply: false, edit: false, approve: false, reject: false, cancel: false };

export const reservation = (more: Partial<Reservation> = {}): Reservation => ({
  idVacationPlanReservation: 41,
  idEntity: 3,
  user: anna,
  from: '2027-06-28',
  to: '2027-07-23',
  flStatus: 'APPLIED',
  days: 20,
  warnings: [],
  version: 2,
  daCreated: '2026-11-25T09:00:00.000Z',
  ...more,
  abilities: { ...none, ...more.abilities },
});

export const mine = (more: Partial<Mine> = {}): Mine => ({
  employee: employee({ user: anna }),
  balance: balance(),
  reservations: [],
  absences: [],
  warnings: [],
  ...more,
});

export const yearPerson = (more: Partial<YearPerson> = {}): YearPerson => ({
  user: bo,
  groups: [1],
  periods: [],
  ...more,
});

export const year = (more: Partial<Year> = {}): Year => ({
  from: '2026-04-01',
  to: '2027-03-31',
  people: [],
  closed: [
    { date: '2026-12-24', name: 'Julafton' },
    { date: '2026-12-25', name: 'Juldagen' },
  ],
  below: [],
  ...more,
});
