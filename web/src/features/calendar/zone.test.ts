import { describe, expect, it } from 'vitest';
import { momentAt, movedBy, shifted, wallOf } from './zone.ts';

describe('a clock’s time', () => {
  // By the tz database: summer time of the EU ends and begins at 01:00 UTC.
  it.each([
    ['Europe/Stockholm', '2026-11-23', '10:00', '2026-11-23T09:00:00.000Z'],
    ['Europe/Stockholm', '2026-07-01', '10:00', '2026-07-01T08:00:00.000Z'],
    // Skipped: as long after.
    ['Europe/Stockholm', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    // Twice: the first.
    ['Europe/Stockholm', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Stockholm', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '2026-11-23', '10:00', '2026-11-23T15:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-23', '10:00', '2026-11-23T04:15:00.000Z'],
    ['Pacific/Auckland', '2026-11-23', '00:30', '2026-11-22T11:30:00.000Z'],
    ['UTC', '2026-11-23', '00:00', '2026-11-23T00:00:00.000Z'],
  ])('in %s %s %s is %s', (zone, date, time, moment) => {
    expect(momentAt({ date, time }, zone)).toBe(moment);
  });

  it('is read back', () => {
    expect(wallOf('2026-03-29T01:30:00Z', 'Europe/Stockholm')).toEqual({
      date: '2026-03-29',
      time: '03:30',
    });
    expect(wallOf('2026-11-22T23:00:00Z', 'Europe/Stockholm')).toEqual({
      date: '2026-11-23',
      time: '00:00',
    });
  });

  it('moves by the clock, over midnight and over a change of the clocks', () => {
    expect(movedBy({ date: '2026-11-23', time: '23:30' }, 1, 45)).toEqual({
      date: '2026-11-25',
      time: '00:15',
    });
    expect(movedBy({ date: '2026-11-23', time: '00:15' }, 0, -30)).toEqual({
      date: '2026-11-22',
      time: '23:45',
    });
    // Nine o'clock stays nine o'clock.
    expect(shifted('2026-03-28T08:00:00Z', 'Europe/Stockholm', 1, 0)).toBe(
      '2026-03-29T07:00:00.000Z',
    );
  });
});
