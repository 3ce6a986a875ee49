import { describe, expect, it } from 'vitest';
import { movedRule } from './repeat.ts';

const ZONE = 'Europe/Stockholm';

describe('moved with its event', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU', 1, 'FREQ=WEEKLY;BYDAY=WE'],
    ['FREQ=WEEKLY;BYDAY=TU,TH', 4, 'FREQ=WEEKLY;BYDAY=MO,SA'],
    ['FREQ=WEEKLY;BYDAY=TU,TH', -2, 'FREQ=WEEKLY;BYDAY=TU,SU'],
    ['FREQ=MONTHLY;BYMONTHDAY=24', 1, 'FREQ=MONTHLY;BYMONTHDAY=25'],
    ['FREQ=DAILY;COUNT=4', 3, 'FREQ=DAILY;COUNT=4'],
    ['FREQ=YEARLY;BYWEEKNO=20', 1, 'FREQ=YEARLY;BYWEEKNO=20'],
    [null, 1, null],
  ])('%s by %i days is %s', (rule, days, moved) => {
    expect(movedRule(rule, '2026-11-24', days, ZONE)).toBe(moved);
  });
});
