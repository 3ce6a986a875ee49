import { expect, test } from 'vitest';
import { firstToWrite, groupsOf } from './calendars.ts';
import type { Calendar } from './types.ts';

const calendar = (
  name: string,
  visibility: Calendar['visibility'],
  more: Partial<Calendar> = {},
): Calendar => ({ name, visibility, abilities: ['WRITE'], ...more }) as Calendar;

const of = (calendars: Calendar[], acting: number | null = null) =>
  firstToWrite(groupsOf(calendars, [{ idEntity: 7, entityName: 'Skolan' }], acting))?.name;

test('what nobody has placed goes where nobody else sees it', () => {
  const open = calendar('Anslag', 'PUBLIC');
  const own = calendar('Min kalender', 'PRIVATE');
  expect(of([open, own])).toBe('Min kalender');
  // Not where one only reads.
  expect(of([open, calendar('Läst', 'PRIVATE', { abilities: [] })])).toBe('Anslag');
  expect(of([])).toBeUndefined();
});

test('who acts for an organisation writes in its first', () => {
  const theirs = calendar('Läsåret', 'PUBLIC', { idEntity: 7 });
  const own = calendar('Min kalender', 'PRIVATE');
  expect(of([own, theirs], 7)).toBe('Läsåret');
  expect(of([own, theirs])).toBe('Min kalender');
  expect(of([theirs])).toBe('Läsåret');
});
