/** Days, holiday years, warnings, forms and addresses of vacation. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { daysFrom, plusDays, weekdayOf } from '@/lib/days.ts';
import {
  boundsOf,
  dayWords,
  holidayYearOf,
  monthAfter,
  monthSpan,
  monthsOf,
  placeIn,
  savedYears,
  shared,
  spanWords,
  weeksOf,
  wrongSpan,
  yearName,
} from './days.ts';
import {
  employedOnly,
  employeeDraft,
  employeeForm,
  groupForm,
  withGroup,
  wrongEmployee,
  wrongGroup,
} from './forms.ts';
import { exportPath, vacationPath } from './paths.ts';
import {
  allDays,
  awayIn,
  byState,
  groupName,
  shownOf,
  toneOf,
  warningWords,
  wholeYear,
} from './said.ts';
import { balance, bo, employee, reservation, settings, siv, year, yearPerson } from './samples.ts';
import type { Period, State, Warning } from './types.ts';

const { groups } = settings();
const wrong = (found: Record<string, string | undefined>) =>
  Object.entries(found).flatMap(([field, words]) => (words ? [field] : []));

describe('a span', () => {
  it.each([
    ['2026-07-06', '2026-07-06', '6 juli 2026', '6 juli'],
    ['2026-07-06', '2026-07-31', '6–31 juli 2026', '6–31 juli'],
    ['2026-06-29', '2026-08-02', '29 juni–2 augusti 2026', '29 juni–2 augusti'],
    // A turn of the year is said whatever is left out.
    [
      '2026-12-28',
      '2027-01-03',
      '28 december 2026–3 januari 2027',
      '28 december 2026–3 januari 2027',
    ],
  ])('%s–%s is %s', (from, to, words, bare) => {
    expect(spanWords({ from, to })).toBe(words);
    expect(spanWords({ from, to }, true)).toBe(bare);
  });

  it.each([
    ['2026-07-06', '2026-07-06', []],
    // 366 days at most, both ends counted.
    ['2026-07-06', '2027-07-06', []],
    ['2026-07-06', '2027-07-07', ['to']],
    ['2026-07-06', '2026-07-05', ['to']],
    ['', '2026-07-05', ['from']],
    ['2026-02-29', 'snart', ['from', 'to']],
  ])('%s–%s: wrong is %j', (from, to, fields) => {
    if (to === '2027-07-06') expect(daysFrom(from, to) + 1).toBe(366);
    expect(wrong(wrongSpan({ from, to }))).toEqual(fields);
  });

  it('shares with another what lies in both', () => {
    const july = { from: '2026-07-01', to: '2026-07-31' };
    expect(shared(july, { from: '2026-07-31', to: '2026-08-09' })).toEqual({
      from: '2026-07-31',
      to: '2026-07-31',
    });
    expect(shared(july, { from: '2026-08-01', to: '2026-08-09' })).toBeNull();
  });

  it('lies in a year where its days are, both ends included', () => {
    const whole = { from: '2026-01-01', to: '2026-04-10' };
    expect(placeIn(whole, { from: '2026-01-11', to: '2026-01-15' })).toEqual({
      left: 10,
      width: 5,
    });
    expect(placeIn(whole, { from: '2025-12-01', to: '2026-01-01' })).toEqual({ left: 0, width: 1 });
    expect(placeIn(whole, { from: '2026-04-11', to: '2026-04-12' })).toBeNull();
  });
});

describe('a holiday year', () => {
  it('begins on 1 April, or with the calendar', () => {
    expect(boundsOf(2026, 'APRIL')).toEqual({ from: '2026-04-01', to: '2027-03-31' });
    expect(boundsOf(2026, 'CALENDAR')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
    expect(yearName(2026, 'APRIL')).toBe('2026/27');
    expect(yearName(2099, 'APRIL')).toBe('2099/00');
    expect(yearName(2026, 'CALENDAR')).toBe('2026');
  });

  it.each(['APRIL', 'CALENDAR'] as const)('by %s has each day of its bounds', (kind) => {
    for (const of of [2026, 2027]) {
      const { from, to } = boundsOf(of, kind);
      expect([from, to].map((day) => holidayYearOf(day, kind))).toEqual([of, of]);
      expect(holidayYearOf(plusDays(from, -1), kind)).toBe(of - 1);
      expect(holidayYearOf(plusDays(to, 1), kind)).toBe(of + 1);
      expect(monthsOf({ from, to })).toHaveLength(12);
    }
  });

  it('has days saved from the five years before it', () => {
    expect(savedYears(2026)).toEqual([2025, 2024, 2023, 2022, 2021]);
  });

  it('has months over the turn of the year', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(monthSpan('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(monthsOf(boundsOf(2026, 'APRIL')).slice(8, 10)).toEqual(['2026-12', '2027-01']);
  });

  it('has each day of a month in one of its weeks', () => {
    for (const month of monthsOf(boundsOf(2026, 'APRIL'))) {
      const weeks = weeksOf(month);
      const whole = monthSpan(month);
      expect(weeks[0]?.from).toBe(whole.from);
      expect(weeks.at(-1)?.to).toBe(whole.to);
      for (const [n, week] of weeks.entries()) {
        if (n > 0) expect(week.from).toBe(plusDays(weeks[n - 1]?.to ?? '', 1));
        if (n > 0) expect(weekdayOf(week.from)).toBe(1);
        if (n < weeks.length - 1) expect(weekdayOf(week.to)).toBe(7);
      }
    }
  });
});

describe('a period of the year', () => {
  const period = (flStatus: State | undefined, kind: Period['kind'] = 'VACATION'): Period => ({
    from: '2026-07-06',
    to: '2026-07-10',
    kind,
    ...(flStatus && { flStatus }),
  });

  it.each([
    [period('APPROVED'), 'approved'],
    [period('APPLIED'), 'applied'],
    [period('DRAFT'), 'draft'],
    [period('REJECTED'), null],
    [period('CANCELLED'), null],
    // What colleagues see: no state, no reason.
    [period(undefined, 'ABSENCE'), 'away'],
  ])('%j is drawn as %s', (one, tone) => {
    expect(toneOf(one)).toBe(tone);
    expect(shownOf([one])).toHaveLength(tone ? 1 : 0);
  });

  it('counts as being away once it is asked for', () => {
    const week = { from: '2026-07-10', to: '2026-07-12' };
    const away = (...periods: Period[]) => awayIn([yearPerson({ periods })], week);
    expect(away(period('DRAFT'), period('REJECTED'))).toEqual([]);
    expect(away(period('APPLIED'))).toEqual([
      { user: bo, parts: [{ from: '2026-07-10', to: '2026-07-10', tone: 'applied' }] },
    ]);
    expect(away({ ...period('APPROVED'), to: '2026-07-09' })).toEqual([]);
  });

  it('comes by pages: of people each once, of groups what all pages say', () => {
    const run = { group: 1, from: '2026-07-06', to: '2026-07-10', present: 0, minimum: 1 };
    const first = year({ people: [yearPerson()], below: [run], next: 8 });
    const second = year({
      people: [yearPerson(), yearPerson({ user: siv })],
      below: [run, { ...run, group: 2, from: '2026-05-04' }],
    });
    const whole = wholeYear([first, second]);
    expect(whole?.people.map(({ user }) => user.id)).toEqual([8, 9]);
    expect(whole?.below.map(({ group }) => group)).toEqual([2, 1]);
    expect(wholeYear([])).toBeUndefined();
  });
});

describe('a warning', () => {
  it.each<[Warning, string]>([
    [
      {
        code: 'BELOW_MINIMUM',
        group: 1,
        from: '2027-07-05',
        to: '2027-07-09',
        present: 0,
        minimum: 1,
      },
      'Kassan blir för få 5–9 juli 2027: 0 på plats, minst 1 behövs.',
    ],
    [{ code: 'BELOW_MINIMUM', group: 99 }, 'En grupp blir för få någon dag.'],
    [{ code: 'NO_FOUR_WEEKS' }, 'Det blir inte fyra veckor i sträck under juni–augusti.'],
    [{ code: 'OVER_BALANCE' }, 'Det är fler dagar än vad som finns kvar. Resten blir utan lön.'],
    [
      { code: 'OVERLAPS_OWN', from: '2027-07-05', to: '2027-07-05' },
      'Det krockar med en annan period: 5 juli 2027.',
    ],
    [{ code: 'OVERLAPS_OWN' }, 'Det krockar med en annan period.'],
  ])('%j is said in words', (warning, words) => {
    expect(warningWords(warning, groups)).toBe(words);
  });

  it('names a group by its id', () => {
    expect(groupName(groups, 1)).toBe('Kassan');
    expect(groupName(groups, undefined)).toBe('En grupp');
  });
});

describe('a balance', () => {
  it('is of paid and saved days', () => {
    expect(allDays(balance())).toBe(28);
  });

  it('lists periods by how they stand, those that wait first', () => {
    const later = reservation({ idVacationPlanReservation: 42, from: '2027-08-02' });
    const parts = byState([
      reservation({ flStatus: 'CANCELLED' }),
      later,
      reservation(),
      reservation({ flStatus: 'APPROVED' }),
    ]);
    expect(parts.map(({ state }) => state)).toEqual(['APPLIED', 'APPROVED', 'CANCELLED']);
    expect(parts[0]?.some.map(({ from }) => from)).toEqual(['2027-06-28', '2027-08-02']);
  });
});

describe('an employee in a form', () => {
  const form = employeeForm(employee(), 2026);

  it('has fields for five years, and for what was saved before', () => {
    expect(form.saved).toEqual([
      { year: 2025, days: '3' },
      ...[2024, 2023, 2022, 2021].map((of) => ({ year: of, days: '' })),
    ]);
    const old = employee({ saved: [{ year: 2019, days: 2 }] });
    expect(employeeForm(old, 2026).saved.at(-1)).toEqual({ year: 2019, days: '2' });
  });

  it('is sent as it was read where nothing is changed', () => {
    const { user: _, ...draft } = employee();
    expect(employeeDraft(form, employee())).toEqual(draft);
    expect(employeeDraft(employeeForm(undefined, 2026), undefined)).toEqual({
      employedFrom: '',
      share: 100,
      daysPerYear: 25,
      saved: [],
    });
  });

  it.each([
    [{}, []],
    [{ employedFrom: '2024-13-01' }, ['employedFrom']],
    [{ employedUntil: '2024-08-14' }, ['employedUntil']],
    [{ employedUntil: '2024-08-15' }, []],
    [{ share: '0' }, ['share']],
    [{ share: '100' }, []],
    [{ share: '101' }, ['share']],
    [{ share: '7,5' }, ['share']],
    [{ daysPerYear: '24' }, ['daysPerYear']],
    [{ daysPerYear: '60' }, []],
    [{ daysPerYear: '61' }, ['daysPerYear']],
    [{ saved: [{ year: 2025, days: '25' }] }, []],
    [{ saved: [{ year: 2025, days: '26' }] }, ['saved.2025']],
  ])('%j: wrong is %j', (change, fields) => {
    expect(wrong(wrongEmployee({ ...form, ...change }))).toEqual(fields);
  });
});

describe('a group in a form', () => {
  const [kassan] = groups;

  it.each([
    [{ name: ' ' }, ['name']],
    [{ name: 'KASSAN' }, ['name']],
    [{ minimum: '' }, ['minimum']],
    [{ minimum: '0' }, []],
    [{ minimum: '200' }, []],
    [{ minimum: '201' }, ['minimum']],
    [{ users: Array.from({ length: 200 }, (_, n) => n) }, []],
    [{ users: Array.from({ length: 201 }, (_, n) => n) }, ['users']],
  ])('%j: wrong is %j', (change, fields) => {
    const form = { ...groupForm(undefined), name: 'Köket', ...change };
    expect(wrong(wrongGroup(form, groups))).toEqual(fields);
  });

  it('is in its place with its id, or last and without', () => {
    const made = { name: ' Köket ', minimum: '2', users: [8] };
    expect(withGroup(groups, kassan, made)).toEqual([
      { id: 1, name: 'Köket', minimum: 2, users: [8] },
    ]);
    expect(withGroup(groups, undefined, made)).toEqual([
      ...groups,
      { name: 'Köket', minimum: 2, users: [8] },
    ]);
  });

  it('keeps only who is employed', () => {
    expect(employedOnly(groups, [employee()])).toEqual([{ ...kassan, users: [8] }]);
  });
});

describe('addresses', () => {
  it('have the tab, the year, the month and the group', () => {
    expect(vacationPath('bjorkens-if')).toBe('/bjorkens-if/semester');
    expect(vacationPath('bjorkens-if', 'applications')).toBe(
      '/bjorkens-if/semester?tab=applications',
    );
    expect(vacationPath('b', 'year', { year: 2026, month: '2026-07', group: '1' })).toBe(
      '/b/semester?tab=year&year=2026&month=2026-07&group=1',
    );
    expect(exportPath(3, 2026)).toBe('/api/v1/entities/3/vacation/export?year=2026');
  });

  it('of a saved day say until when', () => {
    expect(dayWords('2031-03-31')).toBe('31 mars 2031');
  });
});

describe('the texts', () => {
  const all = ['vacation', 'vacationManage'].map((name) =>
    readFileSync(`src/texts/${name}.ts`, 'utf8'),
  );

  it('never ask for a medical reason', () => {
    expect(all.join()).not.toMatch(/sjuk|diagnos|läkar/i);
  });
});
