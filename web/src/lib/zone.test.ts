import { describe, expect, it } from 'vitest';
import { clockAt } from './zone.ts';

const HOUR = 3_600_000;
/** Zones whose clocks change by an hour, by half an hour, stand at quarters, or have left out a day. */
const ZONES = [
  'Europe/Stockholm',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
];

const intl = (ms: number, timeZone: string) =>
  new Date(ms).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

describe('clockAt', () => {
  it.each(ZONES)('says in %s what Intl says, around each change of the clocks', (zone) => {
    const from = Date.UTC(2011, 11, 1);
    for (let at = from; at < from + 400 * 24 * HOUR; at += 7 * HOUR + 59_000) {
      const { date, time } = clockAt(at, zone);
      expect(`${date} ${time}`).toBe(intl(at, zone));
    }
  });

  it('changes to summer and winter time at the second', () => {
    const summer = Date.UTC(2026, 2, 29, 1);
    expect(clockAt(summer - 1, 'Europe/Stockholm').time).toBe('01:59');
    expect(clockAt(summer, 'Europe/Stockholm').time).toBe('03:00');
    const winter = Date.UTC(2026, 9, 25, 1);
    expect(clockAt(winter - 1, 'Europe/Stockholm').time).toBe('02:59');
    expect(clockAt(winter, 'Europe/Stockholm').time).toBe('02:00');
  });
});
