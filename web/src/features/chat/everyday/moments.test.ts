/** Moments for what is to happen later, as the wish has them: om 1 timme, i morgon 08:00, på måndag 08:00. */
import { describe, expect, it } from 'vitest';
import { comingTime } from '@/lib/comingTime.ts';
import { momentChoices } from './moments.ts';

const at = (text: string) => new Date(text);
const shown = (now: string, withHour = true) =>
  momentChoices(at(now), withHour).map(({ label, at: moment }) => [
    label,
    moment.toLocaleString('sv').slice(0, 16),
  ]);

describe('the moments that are offered', () => {
  it('are in an hour, tomorrow morning and on Monday', () => {
    // A Wednesday.
    expect(shown('2026-05-06T10:15:00')).toEqual([
      ['Om 1 timme', '2026-05-06 11:15'],
      ['I morgon 08:00', '2026-05-07 08:00'],
      ['På måndag 08:00', '2026-05-11 08:00'],
    ]);
  });

  it('leave Monday out where it is tomorrow, and mean the next one on a Monday', () => {
    expect(shown('2026-05-10T22:00:00', false)).toEqual([['I morgon 08:00', '2026-05-11 08:00']]);
    expect(shown('2026-05-11T07:00:00', false)).toEqual([
      ['I morgon 08:00', '2026-05-12 08:00'],
      ['På måndag 08:00', '2026-05-18 08:00'],
    ]);
  });

  it('are at eight also where a night is an hour shorter', () => {
    // Swedish summer time begins on 29 March 2026.
    expect(shown('2026-03-28T10:00:00', false)[0]).toEqual(['I morgon 08:00', '2026-03-29 08:00']);
  });
});

describe('a moment to come', () => {
  const now = at('2026-05-06T10:15:00');
  it.each([
    ['2026-05-06T14:30:00', 'i dag 14:30'],
    ['2026-05-07T08:00:00', 'i morgon 08:00'],
    ['2026-05-11T08:00:00', 'måndag 11 maj 08:00'],
    ['2027-01-04T08:00:00', '4 januari 2027 08:00'],
  ])('%s is %s', (moment, said) => expect(comingTime(at(moment), now)).toBe(said));
});
