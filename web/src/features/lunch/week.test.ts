import { describe, expect, it } from 'vitest';
import type { LunchDay } from './types.ts';
import {
  changedDays,
  checkMenuFile,
  conflicts,
  copied,
  type DayForm,
  dayForm,
  daysShown,
  dayWords,
  draftOf,
  emptyDish,
  nameless,
  rebased,
  todayInSweden,
  weekForm,
} from './week.ts';

const MONDAY = '2026-11-23';

const day = (date: string, names: string[], more: Partial<LunchDay> = {}): LunchDay => ({
  date,
  week: 48,
  dishes: names.map((name) => ({
    name,
    description: null,
    diet: ['VEGAN'],
    allergens: ['CELERY'],
  })),
  note: null,
  version: 1,
  ...more,
});

const named = (form: DayForm, ...names: string[]): DayForm => ({
  ...form,
  dishes: names.map((name) => ({ ...emptyDish(), name })),
});

describe('the days of a week', () => {
  it('are those of school, and a weekend of which something is said', () => {
    expect(daysShown(MONDAY, [])).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
    ]);
    expect(daysShown(MONDAY, [day('2026-11-28', ['Soppa'])]).at(-1)).toBe('2026-11-28');
    expect(daysShown(MONDAY, [], true)).toHaveLength(7);
  });

  it('is today by the clock in Sweden', () => {
    expect(todayInSweden(new Date('2026-11-23T23:30:00Z'))).toBe('2026-11-24');
    expect(todayInSweden(new Date('2026-07-01T21:59:00Z'))).toBe('2026-07-01');
  });
});

describe('a week in a form', () => {
  it('goes out as it came', () => {
    const held = [day('2026-11-23', ['Soppa', 'Fisk'], { note: 'Utelunch', version: 4 })];
    const form = weekForm(MONDAY, held);
    expect(changedDays(form, held)).toEqual([]);
    expect(form[0] && draftOf(form[0])).toMatchObject({
      date: '2026-11-23',
      note: 'Utelunch',
      version: 4,
      dishes: [{ name: 'Soppa', diet: ['VEGAN'] }, { name: 'Fisk' }],
    });
  });

  it('begins an empty day with a dish to write, but not one that is only spoken of', () => {
    expect(dayForm(MONDAY, undefined).dishes).toHaveLength(1);
    expect(dayForm(MONDAY, day(MONDAY, [], { note: 'Studiedag' })).dishes).toEqual([]);
  });

  it('sends changed days alone, without dishes that have no name', () => {
    const held = [day('2026-11-23', ['Soppa']), day('2026-11-24', ['Korv'], { version: 2 })];
    const [first, second, third, ...rest] = weekForm(MONDAY, held) as [DayForm, DayForm, DayForm];
    const form = [
      first,
      { ...second, dishes: [], note: ' ' },
      named(third, '  Pannkakor   med sylt ', ' '),
      ...rest,
    ];
    expect(changedDays(form, held)).toEqual([
      { date: '2026-11-24', dishes: [], note: null, version: 2 },
      {
        date: '2026-11-25',
        dishes: [{ name: 'Pannkakor med sylt', description: null, diet: [], allergens: [] }],
        note: null,
        version: 0,
      },
    ]);
  });

  it('misses the name of a dish of which something else is said', () => {
    const [first] = weekForm(MONDAY, []) as [DayForm];
    const marked: DayForm = { ...first, dishes: [{ ...emptyDish(), allergens: ['FISH'] }] };
    expect(nameless([first])).toEqual([]);
    expect(nameless([marked])).toEqual([{ date: MONDAY, dish: 0 }]);
  });

  it('takes the week before into days in which nothing is written', () => {
    const before = [day('2026-11-16', ['Gröt'], { version: 7 }), day('2026-11-17', ['Ris'])];
    const form = weekForm(MONDAY, [day('2026-11-24', ['Korv'])]);
    const { form: next, count } = copied(form, before);
    expect(count).toBe(1);
    expect(next.map(draftOf)[0]).toMatchObject({ dishes: [{ name: 'Gröt' }], version: 0 });
    expect(next.map(draftOf)[1]).toMatchObject({ dishes: [{ name: 'Korv' }] });
    expect(copied(next, before).count).toBe(0);
  });
});

describe('what two write at once', () => {
  const held = [day('2026-11-23', ['Soppa'])];
  const [first, second, ...rest] = weekForm(MONDAY, held) as [DayForm, DayForm];
  const mine = [named(first, 'Gröt'), named(second, 'Korv'), ...rest];
  const fresh = [day('2026-11-23', ['Fisk'], { version: 2 })];

  it('is shown by day, as both have it', () => {
    const both = conflicts(changedDays(mine, held), fresh);
    expect(both).toEqual([{ date: '2026-11-23', mine: 'Gröt', theirs: 'Fisk' }]);
    expect(conflicts(changedDays(mine, held), held)).toEqual([]);
    const [gone] = conflicts(changedDays(mine, held), []);
    expect(gone).toMatchObject({ theirs: '' });
  });

  it('is mine or theirs by choice, and the other days stay as they were written', () => {
    const both = conflicts(changedDays(mine, held), fresh);
    const kept = changedDays(rebased(mine, fresh, both, 'mine'), fresh);
    expect(kept).toMatchObject([
      { date: '2026-11-23', version: 2, dishes: [{ name: 'Gröt' }] },
      { date: '2026-11-24', dishes: [{ name: 'Korv' }] },
    ]);
    const taken = changedDays(rebased(mine, fresh, both, 'theirs'), fresh);
    expect(taken).toMatchObject([{ date: '2026-11-24' }]);
  });
});

it('a day is said in words', () => {
  const { dishes } = day(MONDAY, ['Soppa', 'Fisk']);
  expect(dayWords({ dishes, note: 'Utelunch' })).toBe('Soppa; Fisk; Utelunch');
});

it.each([
  ['meny.csv', 10, null],
  ['MENY.CSV', 10, null],
  ['meny.txt', 10, null],
  ['meny.xlsx', 10, 'wrongType'],
  ['meny.csv', 1024 * 1024 + 1, 'tooLarge'],
])('a file %s of %i bytes: %s', (name, size, refused) => {
  expect(checkMenuFile({ name, size })).toBe(refused);
});
