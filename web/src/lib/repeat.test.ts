import { describe, expect, it } from 'vitest';
import { repeatOf, repeatWords, ruleOf } from './repeat.ts';

const ZONE = 'Europe/Stockholm';

/** RFC 5545's rules and what one says of them in Swedish. */
const WORDS: [rule: string | null, day: string, words: string][] = [
  [null, '2026-11-23', 'Upprepas inte'],
  ['FREQ=DAILY', '2026-11-23', 'Varje dag'],
  ['FREQ=DAILY;INTERVAL=2', '2026-11-23', 'Varannan dag'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', '2026-11-23', 'Var 3:e dag, 10 gånger'],
  ['FREQ=WEEKLY', '2026-11-24', 'Varje vecka på tisdagar'],
  ['FREQ=WEEKLY;BYDAY=TH,TU', '2026-11-24', 'Varje vecka på tisdagar och torsdagar'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-24', 'Varje vardag'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU;UNTIL=20270131',
    '2026-11-23',
    'Varannan vecka på måndagar, onsdagar och söndagar, till och med söndag 31 januari 2027',
  ],
  // 23:00 in UTC is the next day's midnight in Sweden.
  [
    'FREQ=DAILY;UNTIL=20270130T230000Z',
    '2026-11-23',
    'Varje dag, till och med söndag 31 januari 2027',
  ],
  ['FREQ=MONTHLY', '2026-11-01', 'Varje månad den 1:a'],
  ['FREQ=MONTHLY;BYMONTHDAY=11', '2026-11-11', 'Varje månad den 11:e'],
  ['FREQ=MONTHLY;BYMONTHDAY=22;INTERVAL=2', '2026-11-22', 'Varannan månad den 22:a'],
  ['FREQ=MONTHLY;BYDAY=2TU', '2026-11-10', 'Varje månad den andra tisdagen'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', 'Varje månad den sista fredagen'],
  ['FREQ=YEARLY', '2026-12-24', 'Varje år den 24 december'],
  ['FREQ=YEARLY;INTERVAL=2;COUNT=1', '2026-06-06', 'Vartannat år den 6 juni, en gång'],
  ['FREQ=YEARLY;INTERVAL=4', '2028-02-29', 'Vart 4:e år den 29 februari'],
  [
    'FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO',
    '2026-11-30',
    'Egen regel: FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO',
  ],
];

describe('a rule', () => {
  it.each(WORDS)('%s is said in words', (rule, day, words) => {
    expect(repeatWords(rule, day, ZONE)).toBe(words);
  });

  it.each(WORDS)('%s goes through the form as the same rule', (rule, day) => {
    const again = ruleOf(repeatOf(rule, day, ZONE), day);
    expect(repeatOf(again, day, ZONE)).toEqual({ ...repeatOf(rule, day, ZONE), raw: again ?? '' });
    expect(repeatWords(again, day, ZONE)).toBe(repeatWords(rule, day, ZONE));
  });

  it('that the form has no fields for is kept to the letter', () => {
    const rule = 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO';
    expect(ruleOf(repeatOf(rule, '2026-05-11', ZONE), '2026-05-11')).toBe(rule);
  });

  it('of a fifth weekday is of the last', () => {
    const monthly = { ...repeatOf('FREQ=MONTHLY', '2026-11-30', ZONE), monthly: 'nth' as const };
    expect(ruleOf(monthly, '2026-11-30')).toBe('FREQ=MONTHLY;BYDAY=-1MO');
  });
});
