import { describe, expect, it } from 'vitest';
import { isDate, isTime, momentOf, partsOf, timeField } from './moments.ts';

const form = (date: string, time: string) => {
  const values = new FormData();
  values.set('at', date);
  values.set(timeField('at'), time);
  return values;
};

describe('a moment of a form', () => {
  it.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['i dag', false],
  ])('%s is a date: %s', (text, expected) => expect(isDate(text)).toBe(expected));

  it.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:30', false],
    ['', false],
  ])('%s is a time of day: %s', (text, expected) => expect(isTime(text)).toBe(expected));

  it('comes back as it was written', () => {
    const moment = momentOf(form('2026-03-14', '18:30'), 'at');
    expect(partsOf(moment)).toEqual({ date: '2026-03-14', time: '18:30' });
  });

  it('is none when nothing is written, and unknown when it is wrong', () => {
    expect(momentOf(form('', ''), 'at')).toBeNull();
    expect(momentOf(form('2026-03-14', ''), 'at')).toBeUndefined();
    expect(momentOf(form('14 mars', '18:30'), 'at')).toBeUndefined();
  });
});
