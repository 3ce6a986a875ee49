import { describe, expect, it } from 'vitest';
import type { SchoolDay } from './types.ts';
import {
  type DayForm,
  formOfYear,
  freeKey,
  missing,
  proposedAnew,
  yearName,
  yearOfDay,
  yearsAround,
} from './year.ts';

const day = (key: string, startDate: string, endDate = startDate, title = key): SchoolDay => ({
  key,
  kind: 'BREAK',
  title,
  startDate,
  endDate,
});

describe('school years', () => {
  it('begin in August', () => {
    expect(yearOfDay('2026-07-31')).toBe(2025);
    expect(yearOfDay('2026-08-01')).toBe(2026);
    expect(yearName(2026)).toBe('2026/2027');
  });

  it('are chosen around today, and the one that is shown is among them', () => {
    expect(yearsAround('2026-11-25')).toEqual([2025, 2026, 2027, 2028]);
    expect(yearsAround('2026-11-25', 2023)).toEqual([2023, 2025, 2026, 2027, 2028]);
    expect(yearsAround('2020-09-01')).toEqual([2020, 2021, 2022]);
  });
});

describe('another proposal', () => {
  const before = [day('A', '2026-10-26'), day('B', '2027-03-01'), day('C', '2027-05-07')];
  const after = [day('A', '2026-10-26'), day('B', '2027-02-22'), day('C', '2027-05-07')];

  it('moves the days that nobody has changed', () => {
    const form = proposedAnew(before, before, after);
    expect(form.map(({ key, startDate }) => [key, startDate])).toEqual([
      ['A', '2026-10-26'],
      ['B', '2027-02-22'],
      ['C', '2027-05-07'],
    ]);
  });

  it('leaves what was changed, added and taken out here', () => {
    const form: DayForm[] = [day('A', '2026-10-26', '2026-10-30'), day('OWN-1', '2026-09-10')];
    const [b] = before.slice(1);
    const next = proposedAnew([...form, b as DayForm], before, after);
    expect(next.map(({ key, startDate, endDate }) => [key, startDate, endDate])).toEqual([
      ['OWN-1', '2026-09-10', '2026-09-10'],
      ['A', '2026-10-26', '2026-10-30'],
      ['B', '2027-02-22', '2027-02-22'],
    ]);
  });
});

describe('the form', () => {
  it('says what people have done in the calendar', () => {
    const stands = { eventUUID: 'u', title: 'A', startDate: '2026-10-28', endDate: '2026-10-28' };
    const [same, kept, gone] = formOfYear([
      { ...day('A', '2026-10-26'), outcome: 'SAME', stands },
      { ...day('B', '2026-10-26'), outcome: 'KEPT', stands },
      { ...day('C', '2026-10-26'), outcome: 'GONE', stands: null },
    ]);
    expect(same?.byHand).toBeUndefined();
    expect([kept?.byHand, kept?.stands?.startDate]).toEqual(['KEPT', '2026-10-28']);
    expect([gone?.byHand, gone?.stands]).toEqual(['GONE', null]);
  });

  it('tells the first field of each day that is not right', () => {
    const form = [
      day('A', '2026-10-26', '2026-10-26', ' '),
      day('B', '2026-06-30'),
      day('C', '2027-02-30'),
      day('D', '2026-10-26', '2026-10-25'),
      day('E', '2026-10-26', '2026-10-30'),
    ];
    expect(missing(form, 2026)).toEqual([
      { key: 'A', field: 'title' },
      { key: 'B', field: 'startDate' },
      { key: 'C', field: 'startDate' },
      { key: 'D', field: 'endDate' },
    ]);
  });

  it('gives a day of one’s own a key that is free', () => {
    expect(freeKey([])).toBe('OWN-1');
    expect(freeKey([day('OWN-1', '2026-10-26')])).toBe('OWN-2');
  });
});
