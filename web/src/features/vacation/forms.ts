/** Employees and groups in forms, and back again. Pure. */
import { isShown } from '@/lib/days.ts';
import { employeeTexts, settingTexts } from '@/texts/vacationManage.ts';
import { savedYears } from './days.ts';
import type { Employee, EmployeeDraft, Group, GroupId, SavedDays } from './types.ts';

type Wrong = Record<string, string | undefined>;

export const LIMITS = {
  share: [1, 100],
  daysPerYear: [25, 60],
  saved: [0, 25],
  minimum: [0, 200],
} as const;
export const MOST_GROUPS = 50;
export const MOST_PEOPLE = 200;

const WHOLE = /^\d{1,3}$/;

/** Words unless there stands a whole number within bounds. */
function bounded(text: string, [least, most]: readonly [number, number]): string | undefined {
  const fits = WHOLE.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  return fits ? undefined : employeeTexts.between(least, most);
}

export type EmployeeForm = {
  employedFrom: string;
  employedUntil: string;
  share: string;
  daysPerYear: string;
  /** Days by the year of which they were saved; '' for none. */
  saved: { year: number; days: string }[];
};

/** What can be saved from now, and what was saved before that. */
export function employeeForm(old: Employee | undefined, year: number): EmployeeForm {
  const years = new Set([...savedYears(year), ...(old?.saved.map((one) => one.year) ?? [])]);
  const daysOf = (of: number) => old?.saved.find((one) => one.year === of)?.days ?? 0;
  return {
    employedFrom: old?.employedFrom ?? '',
    employedUntil: old?.employedUntil ?? '',
    share: String(old?.share ?? LIMITS.share[1]),
    daysPerYear: String(old?.daysPerYear ?? LIMITS.daysPerYear[0]),
    saved: [...years]
      .sort((a, b) => b - a)
      .map((of) => ({ year: of, days: daysOf(of) ? String(daysOf(of)) : '' })),
  };
}

export const savedField = (year: number): string => `saved.${year}`;

export function wrongEmployee(form: EmployeeForm): Wrong {
  const { employedFrom, employedUntil, saved } = form;
  const isEnd = employedUntil === '' || isShown(employedUntil);
  const ordered = !isEnd || employedUntil === '' || employedUntil >= employedFrom;
  return {
    employedFrom: isShown(employedFrom) ? undefined : employeeTexts.wrongDate,
    employedUntil: !isEnd ? employeeTexts.wrongDate : ordered ? undefined : employeeTexts.order,
    share: bounded(form.share, LIMITS.share),
    daysPerYear: bounded(form.daysPerYear, LIMITS.daysPerYear),
    ...Object.fromEntries(
      saved.map(({ year, days }) => [
        savedField(year),
        days.trim() === '' ? undefined : bounded(days, LIMITS.saved),
      ]),
    ),
  };
}

export function employeeDraft(form: EmployeeForm, old: Employee | undefined): EmployeeDraft {
  const saved = form.saved
    .map(({ year, days }): SavedDays => ({ year, days: Number(days) }))
    .filter(({ days }) => days > 0);
  return {
    employedFrom: form.employedFrom,
    ...(form.employedUntil && { employedUntil: form.employedUntil }),
    share: Number(form.share),
    daysPerYear: Number(form.daysPerYear),
    saved,
    ...(old && { version: old.version }),
  };
}

export type GroupForm = { name: string; minimum: string; users: number[] };

export const groupForm = (old: Group | undefined): GroupForm => ({
  name: old?.name ?? '',
  minimum: String(old?.minimum ?? 1),
  users: old?.users ?? [],
});

/** `others`: the groups beside this one. */
export function wrongGroup(form: GroupForm, others: readonly Group[]): Wrong {
  const name = form.name.trim();
  const folded = (text: string) => text.trim().toLocaleLowerCase('sv');
  const isTaken = others.some((one) => folded(one.name) === folded(name));
  return {
    name: !name ? settingTexts.nameMissing : isTaken ? settingTexts.nameTaken : undefined,
    minimum: bounded(form.minimum, LIMITS.minimum),
    users: form.users.length > MOST_PEOPLE ? settingTexts.tooMany(MOST_PEOPLE) : undefined,
  };
}

/** The groups with one as the form has it, in its place or last. */
export function withGroup(
  groups: readonly Group[],
  old: Group | undefined,
  form: GroupForm,
): Group[] {
  const made: Group = {
    ...(old?.id !== undefined && { id: old.id }),
    name: form.name.trim(),
    minimum: Number(form.minimum),
    users: form.users,
  };
  return old ? groups.map((one) => (one === old ? made : one)) : [...groups, made];
}

/** Groups without those who are no longer employed. */
export const employedOnly = (groups: readonly Group[], employees: readonly Employee[]): Group[] => {
  const known = new Set(employees.map(({ user }) => user.id));
  return groups.map((one) => ({ ...one, users: one.users.filter((id) => known.has(id)) }));
};

/** As an address has it. */
export const groupKey = (id: GroupId | undefined): string => String(id ?? '');
