/** What opening hours come to on a day: contract §8.1, 'a closed period over the organisation's, red days and the school year as named closures'. */
import { describe, expect, it } from 'vitest';
import { coming, dayOf, daysAhead, openWords } from './hoursAhead.ts';
import type { BookableAvailability } from './types.ts';

const hours = (more: Partial<BookableAvailability> = {}): BookableAvailability => ({
  version: 1,
  periods: [{ id: 1, weekdays: [1, 2, 3, 4, 5], start: '07:30', end: '17:00' }],
  closures: [],
  closedOnRedDays: false,
  closedOnSchoolBreaks: false,
  ...more,
});
const christmas = { name: 'Juldagen', from: '2026-12-25', to: '2026-12-25' };
const holidays = { name: 'Jullov', from: '2026-12-21', to: '2027-01-08' };
const known = { redDays: [christmas], breaks: [holidays] };
const on = (date: string, more: Partial<BookableAvailability> = {}) => {
  const { open, why } = dayOf(hours(more), known, date);
  return [openWords(open), ...why];
};

describe('a day', () => {
  it('has the hours of its weekday, and none on others', () => {
    expect(on('2026-12-18')).toEqual(['07:30–17:00']);
    expect(on('2026-12-19')).toEqual(['Stängt']);
  });

  it('is open all day where nothing was ever said', () => {
    expect(on('2026-12-19', { periods: [] })).toEqual(['Dygnet runt']);
  });

  it('has all periods of its date, those that touch as one', () => {
    const all = [
      { id: 1, weekdays: [5], start: '08:00', end: '12:00' },
      { id: 2, weekdays: [5], start: '12:00', end: '16:00' },
      { id: 3, weekdays: [5], start: '18:00', end: '24:00' },
      { id: 4, weekdays: [5], start: '06:00', end: '07:00', from: '2026-12-19' },
    ];
    expect(on('2026-12-18', { periods: all })).toEqual(['08:00–16:00, 18:00–24:00']);
  });

  it('loses what a closure takes of it, and says why', () => {
    const closures = [
      { id: 1, name: 'Studiedag', from: '2026-12-17', to: '2026-12-17' },
      {
        id: 2,
        name: 'Städning',
        from: '2026-12-18',
        to: '2026-12-18',
        start: '12:00',
        end: '13:00',
      },
    ];
    expect(on('2026-12-17', { closures })).toEqual(['Stängt', 'Studiedag']);
    expect(on('2026-12-18', { closures })).toEqual(['07:30–12:00, 13:00–17:00', 'Städning']);
  });

  it('is closed on red days and breaks where that was chosen alone', () => {
    expect(on('2026-12-25')).toEqual(['07:30–17:00']);
    expect(on('2026-12-25', { closedOnRedDays: true })).toEqual(['Stängt', 'Juldagen']);
    expect(on('2026-12-22', { closedOnRedDays: true })).toEqual(['07:30–17:00']);
    expect(on('2026-12-22', { closedOnSchoolBreaks: true })).toEqual(['Stängt', 'Jullov']);
  });

  it('follows on the one before', () => {
    const two = daysAhead(hours(), known, '2026-12-31', 2);
    expect(two.map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01']);
  });
});

it('of days with a name those are to come that are not over', () => {
  expect(coming([holidays, christmas], '2026-12-26', 5)).toEqual([holidays]);
});
