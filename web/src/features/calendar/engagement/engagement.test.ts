import { describe, expect, it } from 'vitest';
import { asKind, kindOf, noTimes, TIMES } from '../reminders/reminders.ts';
import { type Signs, toggled } from './calls.ts';

const signs: Signs = {
  liked: false,
  nrLikes: 0,
  attending: true,
  nrAttending: 3,
  isBookmarked: true,
  bookmarkCount: 0,
  shareCount: 0,
  uniqueSharers: 0,
};

describe('a sign that is set or taken back', () => {
  it('counts oneself, and never below nobody', () => {
    expect(toggled(signs, 'like')).toEqual({ liked: true, nrLikes: 1 });
    expect(toggled(signs, 'attend')).toEqual({ attending: false, nrAttending: 2 });
    expect(toggled(signs, 'bookmark')).toEqual({ isBookmarked: false, bookmarkCount: 0 });
  });
});

describe('reminders of an event', () => {
  const usual = { ...noTimes, reminder1Hour: true };
  const asUsual = { ...noTimes, useCustomReminders: false, remindersDisabled: false };

  it('know the times of the specification', () => {
    expect(TIMES).toEqual([
      'reminderAtStart',
      'reminder5Min',
      'reminder15Min',
      'reminder30Min',
      'reminder1Hour',
      'reminder2Hours',
      'reminder1Day',
      'reminder1Week',
    ]);
  });

  it('begin with what is usual when they become one’s own', () => {
    const own = asKind('custom', asUsual, usual);
    expect(own).toEqual({ ...usual, useCustomReminders: true, remindersDisabled: false });
    expect(kindOf(own)).toBe('custom');
  });

  it('keep what one has chosen', () => {
    const own = { ...asUsual, useCustomReminders: true, reminder1Week: true };
    const none = asKind('none', own, usual);
    expect(kindOf(none)).toBe('none');
    expect(asKind('custom', none, usual)).toEqual(own);
  });

  it('are all false as usual', () => {
    const own = { ...asUsual, useCustomReminders: true, reminder1Week: true };
    expect(asKind('usual', own, usual)).toEqual(asUsual);
    expect(kindOf(asUsual)).toBe('usual');
  });
});
