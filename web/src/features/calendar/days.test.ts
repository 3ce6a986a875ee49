import { describe, expect, it } from 'vitest';
import {
  beginOf,
  daysOf,
  isShown,
  placeOf,
  plusDays,
  plusMonths,
  spanOf,
  stepped,
  weekdayOf,
  weekOf,
  weeksOfMonth,
} from './days.ts';

/** By Python's date.isocalendar(). */
const WEEKS: [day: string, year: number, week: number, weekday: number][] = [
  ['2004-12-31', 2004, 53, 5],
  ['2005-01-01', 2004, 53, 6],
  ['2007-01-01', 2007, 1, 1],
  ['2008-12-29', 2009, 1, 1],
  ['2009-12-31', 2009, 53, 4],
  ['2010-01-03', 2009, 53, 7],
  ['2012-01-01', 2011, 52, 7],
  ['2014-12-29', 2015, 1, 1],
  ['2015-12-31', 2015, 53, 4],
  ['2016-01-03', 2015, 53, 7],
  ['2018-12-31', 2019, 1, 1],
  ['2020-02-29', 2020, 9, 6],
  ['2020-12-31', 2020, 53, 4],
  ['2021-01-03', 2020, 53, 7],
  ['2021-01-04', 2021, 1, 1],
  ['2023-01-01', 2022, 52, 7],
  ['2024-12-30', 2025, 1, 1],
  ['2026-03-29', 2026, 13, 7],
  ['2026-11-23', 2026, 48, 1],
  ['2026-12-31', 2026, 53, 4],
  ['2027-01-01', 2026, 53, 5],
  ['2027-01-04', 2027, 1, 1],
];

/** Years of 53 weeks, by the same. */
const LONG = [
  2004, 2009, 2015, 2020, 2026, 2032, 2037, 2043, 2048, 2054, 2060, 2065, 2071, 2076, 2082, 2088,
  2093, 2099,
];

describe('weeks', () => {
  it.each(WEEKS)('%s is of week %2$i', (day, year, week, weekday) => {
    expect(weekOf(day)).toEqual({ year, week });
    expect(weekdayOf(day)).toBe(weekday);
  });

  it('are 53 in the years that have so many', () => {
    const years = Array.from({ length: 99 }, (_, n) => 2001 + n);
    // The 28th of December always lies in its year's last week.
    expect(years.filter((year) => weekOf(`${year}-12-28`).week === 53)).toEqual(LONG);
  });
});

describe('a month', () => {
  it('begins on Monday and is whole weeks', () => {
    const weeks = weeksOfMonth('2026-11-23');
    expect(weeks.map(([monday]) => monday)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it('may be four weeks', () => {
    expect(spanOf('month', '2027-02-14')).toEqual({ first: '2027-02-01', last: '2027-02-28' });
    expect(weeksOfMonth('2027-02-14')).toHaveLength(4);
  });

  it('has no day twice where the clocks change', () => {
    for (const month of ['2026-03-01', '2026-10-01']) {
      const days = weeksOfMonth(month).flat();
      expect(new Set(days).size).toBe(days.length);
    }
  });
});

describe('steps', () => {
  it('keep the date where the month has it', () => {
    expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(plusMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(plusMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(plusMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(stepped('year', '2028-02-29', 1)).toBe('2029-02-28');
    expect(stepped('week', '2026-12-28', 1)).toBe('2027-01-04');
    expect(stepped('threeDays', '2026-12-30', 1)).toBe('2027-01-02');
    expect(stepped('threeDays', '2026-12-30', -1)).toBe('2026-12-27');
    expect(stepped('day', '2026-03-29', 1)).toBe('2026-03-30');
    expect(stepped('agenda', '2026-11-23', -1)).toBe('2026-10-24');
  });

  it('end where the days do', () => {
    expect(stepped('year', '2099-05-01', 1)).toBe('2099-05-01');
    expect(stepped('month', '2001-01-01', -1)).toBe('2001-01-01');
  });
});

describe('spans', () => {
  it.each([
    ['week', '2026-11-25', '2026-11-23', '2026-11-29'],
    ['threeDays', '2026-11-25', '2026-11-25', '2026-11-27'],
    ['day', '2026-11-25', '2026-11-25', '2026-11-25'],
    ['agenda', '2026-11-25', '2026-11-25', '2026-12-24'],
    ['year', '2026-11-25', '2026-01-01', '2026-12-31'],
  ] as const)('%s of %s', (view, day, first, last) => {
    expect(spanOf(view, day)).toEqual({ first, last });
  });

  it('of a year with a leap day have 366 days', () => {
    expect(daysOf(spanOf('year', '2028-01-01'))).toHaveLength(366);
  });
});

describe('an address', () => {
  const at = (search: string) => placeOf(new URLSearchParams(search), '2026-11-23');
  it('holds view and day', () => {
    expect(at('view=week&date=2026-02-28')).toEqual({ view: 'week', date: '2026-02-28' });
    expect(at('')).toEqual({ view: 'month', date: '2026-11-23' });
  });

  it.each(['2026-02-29', '1999-01-01', '2100-01-01', 'idag', '2026-2-3', '2026-13-01'])(
    'with %s is of today',
    (date) => {
      expect(isShown(date)).toBe(false);
      expect(at(`view=fel&date=${date}`)).toEqual({ view: 'month', date: '2026-11-23' });
    },
  );
});

it('a day begins at midnight where the reader is, also when the clocks change', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-06-01']) {
    expect([beginOf(day).getHours(), beginOf(plusDays(day, 1)).getDate()]).toEqual([
      0,
      Number(plusDays(day, 1).slice(8)),
    ]);
  }
});
