import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { clashesOf, countOf, rruleOf, usualUntil } from './series.ts';

describe('a series', () => {
  it('has as many bookings as there are times until its last day', () => {
    expect(countOf('2026-11-02', 'weekly', '2026-11-30')).toBe(5);
    expect(countOf('2026-11-02', 'weekly', '2026-11-29')).toBe(4);
    expect(countOf('2026-11-02', 'biweekly', '2026-11-30')).toBe(3);
    expect(countOf('2026-11-02', 'daily', '2026-11-02')).toBe(1);
    expect(countOf('2026-11-02', 'never', '')).toBe(1);
  });

  it('is none where it ends before it begins, or has over sixty', () => {
    expect(countOf('2026-11-02', 'weekly', '2026-11-01')).toBe(0);
    expect(countOf('2026-11-02', 'weekly', '')).toBe(0);
    expect(countOf('2026-11-02', 'daily', '2026-12-31')).toBe(60);
    expect(countOf('2026-11-02', 'daily', '2027-01-01')).toBe(0);
  });

  it('is written as a rule of RFC 5545', () => {
    expect(rruleOf('never', 1)).toBeUndefined();
    expect(rruleOf('weekly', 5)).toBe('FREQ=WEEKLY;COUNT=5');
    expect(rruleOf('biweekly', 3)).toBe('FREQ=WEEKLY;INTERVAL=2;COUNT=3');
    expect(usualUntil('2026-11-02', 'weekly')).toBe('2027-01-04');
  });

  it('says which of its times clash, where the refusal does', () => {
    const conflicts = [{ start: 'a', end: 'b', code: 'OVERLAP' }];
    const refusal = new ApiError(409, { code: 'OVERLAP', conflicts, canSkip: true } as never);
    expect(clashesOf(refusal)).toEqual({ conflicts, canSkip: true });
    const single = { code: 'OVERLAP', conflicts: [{ start: 'a', end: 'b' }], canSkip: false };
    expect(clashesOf(new ApiError(409, single as never))).toBeUndefined();
    expect(clashesOf(new Error('nej'))).toBeUndefined();
  });
});
