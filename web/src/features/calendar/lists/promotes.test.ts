import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '../types.ts';
import { promotes } from './PromoteButton.tsx';

const event: Pick<CalendarEvent, 'abilities' | 'visibility' | 'eventStatus' | 'promoted'> = {
  abilities: ['WRITE'],
  visibility: 'PUBLIC',
  eventStatus: 'CONFIRMED',
  promoted: false,
};
type Where = Parameters<typeof promotes>[1];
const open: NonNullable<Where> = { idEntity: 3, visibility: 'PUBLIC' };
const cases: [what: string, event: typeof event, calendar: Where, expected: boolean][] = [
  ['an organisation’s that everybody sees', event, open, true],
  ['one that one only reads', { ...event, abilities: [] }, open, false],
  ['a person’s', event, { ...open, idEntity: null }, false],
  ['one of a calendar that is for fewer', event, { ...open, visibility: 'RESTRICTED' }, false],
  ['one for fewer', { ...event, visibility: 'UNLISTED' }, open, false],
  ['one that is called off', { ...event, eventStatus: 'CANCELLED' }, open, false],
  [
    'one that is shown, to take it back, whatever has become of it',
    { ...event, promoted: true, eventStatus: 'CANCELLED' },
    open,
    true,
  ],
  ['one of a calendar that is not known yet', event, undefined, false],
];

describe('who may show an event to everybody', () => {
  it.each(cases)('%s', (_, one, calendar, expected) => {
    expect(promotes(one, calendar)).toBe(expected);
  });
});
