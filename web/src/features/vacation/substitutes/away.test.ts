/** Who is away today and in the days after. */
import { expect, it } from 'vitest';
import type { YearPerson } from '../types.ts';
import { aheadOf, goneIn } from './away.ts';

it('until Thursday one plans for the week, from Friday on for the next as well', () => {
  expect(aheadOf('2026-11-23')).toEqual({ from: '2026-11-24', to: '2026-11-29', next: false });
  expect(aheadOf('2026-11-26')).toEqual({ from: '2026-11-27', to: '2026-11-29', next: false });
  expect(aheadOf('2026-11-27')).toEqual({ from: '2026-11-28', to: '2026-12-06', next: true });
  expect(aheadOf('2026-11-29')).toEqual({ from: '2026-11-30', to: '2026-12-06', next: true });
});

it('somebody is named once, by the first of their days, and never by a draft', () => {
  const person = (id: number, displayName: string, ...periods: object[]) =>
    ({ user: { id, displayName }, groups: [], periods }) as unknown as YearPerson;
  const people = [
    person(
      1,
      'Cia',
      { kind: 'VACATION', flStatus: 'APPROVED', from: '2026-11-25', to: '2026-11-26' },
      { kind: 'ABSENCE', from: '2026-11-23', to: '2026-11-23' },
    ),
    person(2, 'Bo', { kind: 'VACATION', flStatus: 'DRAFT', from: '2026-11-23', to: '2026-11-27' }),
    person(3, 'Åke', { kind: 'ABSENCE', from: '2026-11-20', to: '2026-11-30' }),
    person(4, 'Ann', { kind: 'ABSENCE', from: '2026-11-10', to: '2026-11-22' }),
  ];
  const gone = goneIn(people, { from: '2026-11-23', to: '2026-11-29' });
  expect(gone.map(({ user, from, to }) => [user.displayName, from, to])).toEqual([
    ['Cia', '2026-11-23', '2026-11-23'],
    ['Åke', '2026-11-23', '2026-11-29'],
  ]);
});
