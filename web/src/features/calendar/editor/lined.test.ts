import { describe, expect, it } from 'vitest';
import { newForm, queryOf, wishIn } from './form.ts';
import { linedBy, relined } from './lined.ts';

/** Monday. */
const NOW = { date: '2026-11-23', time: '10:15' };
const began = newForm({ date: '2026-11-23', from: 11 * 60, to: 12 * 60 }, undefined, new Date());
const times = (text: string, from = began, atHour = false) => {
  const { allDay, startDate, startTime, endDate, endTime } = linedBy(text, from, NOW, atHour);
  return allDay
    ? `${startDate}–${endDate}`
    : `${startDate} ${startTime}–${endDate === startDate ? '' : `${endDate} `}${endTime}`;
};

describe('a form by one line', () => {
  it.each([
    ['träning tors 18', '2026-11-26 18:00–19:00'],
    ['träning tors 18-20', '2026-11-26 18:00–20:00'],
    ['match lör 14 i 2 timmar', '2026-11-28 14:00–16:00'],
    ['fest lör 22-02', '2026-11-28 22:00–2026-11-29 02:00'],
    ['städdag lör', '2026-11-28–2026-11-28'],
    ['läger 14–16 maj', '2027-05-14–2027-05-16'],
    ['läger 14–16 maj kl 18', '2027-05-14 18:00–2027-05-16 19:00'],
    ['städdag heldag', '2026-11-23–2026-11-23'],
    // What is not said is as it was.
    ['träning', '2026-11-23 11:00–12:00'],
    ['träning i 3 timmar', '2026-11-23 11:00–14:00'],
    // Today's nine has been.
    ['fika kl 9', '2026-11-24 09:00–10:00'],
    ['fika kl 14', '2026-11-23 14:00–15:00'],
  ])('%s: %s', (text, expected) => {
    expect(times(text)).toBe(expected);
  });

  it('keeps the day and the hour that were pointed at', () => {
    const pointed = { ...began, startDate: '2026-12-01', endDate: '2026-12-01' };
    expect(times('fika kl 9', pointed)).toBe('2026-12-01 09:00–10:00');
    expect(times('fika tors', pointed, true)).toBe('2026-11-26 11:00–12:00');
  });

  it('names title, place and how it repeats', () => {
    expect(linedBy('kör varje vecka 19 Kyrkan', began, NOW, false)).toMatchObject({
      title: 'Kör',
      placeName: 'Kyrkan',
      repeat: { freq: 'WEEKLY', interval: 1, byday: ['MO'] },
    });
  });

  it('leaves what was changed by hand, and takes back what it no longer says', () => {
    const first = linedBy('träning tors 18 Björkvallen', began, NOW, false);
    const form = { ...began, ...relined(began, began, first), title: 'Fotboll' };
    const second = linedBy('gympa fre', began, NOW, false);
    expect(relined(form, first, second)).toMatchObject({ allDay: true, placeName: '' });
    expect(relined(form, first, second)).not.toHaveProperty('title');
    const moved = { ...form, startTime: '17:00' };
    expect(relined(moved, first, second)).not.toHaveProperty('startDate');
  });
});

describe('what a line filled', () => {
  it.each([
    'träning tors 18-20 Björkvallen',
    'fest lör 22-02',
    'läger 14–16 maj Rättvik',
    'läger 14–16 maj kl 18',
    'kör varannan onsdag 19',
  ])('is the same in the editor that has all fields: %s', (text) => {
    const form = { ...began, ...linedBy(text, began, NOW, false) };
    const wish = wishIn(new URLSearchParams(queryOf(form)), new Date());
    const there = newForm(wish, undefined, new Date());
    const { raw: _, ...repeat } = there.repeat;
    expect(there).toMatchObject({
      title: form.title,
      placeName: form.placeName,
      allDay: form.allDay,
      startDate: form.startDate,
      endDate: form.endDate,
      ...(!form.allDay && { startTime: form.startTime, endTime: form.endTime }),
    });
    expect({ ...repeat, raw: '' }).toEqual(form.repeat);
  });
});
