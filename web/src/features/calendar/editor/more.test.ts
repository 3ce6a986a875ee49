import { describe, expect, it } from 'vitest';
import type { Calendar } from '../types.ts';
import type { enrollmentFormOf } from './enrollmentForm.ts';
import { type EventForm, newForm, placedAt } from './form.ts';
import { isMore, MORE, type More, saidMore } from './more.ts';

const calendar = { calendarUUID: 'k', visibility: 'RESTRICTED' } as Calendar;
const plain = newForm({ title: 'Fika', place: 'Kafeet' }, calendar, new Date());

describe('what stands behind more choices', () => {
  it('says nothing of a new event', () => {
    expect(saidMore(plain, calendar)).toEqual([]);
    expect(saidMore({ ...plain, description: 'Ta med bullar.', allDay: true }, calendar)).toEqual(
      [],
    );
  });

  const patches: Record<More, Partial<EventForm>> = {
    repeat: { repeat: { ...plain.repeat, freq: 'DAILY' } },
    timeZone: { timeZone: 'Pacific/Apia' },
    placeAddress: { placeAddress: 'Torget 1' },
    placeLink: { placeLink: 'https://exempel.se' },
    links: { links: [{ url: '', title: '' }] },
    enrollment: { enrollment: {} as ReturnType<typeof enrollmentFormOf> },
    visibility: { visibility: 'PUBLIC' },
    eventStatus: { eventStatus: 'TENTATIVE' },
  };
  it.each(MORE)('is told of: %s', (one) => {
    expect(saidMore({ ...plain, ...patches[one] }, calendar)).toEqual([one]);
  });

  it('says nothing of the address of a place of the guide', () => {
    const place = { idInfopoint: 12, name: 'Parken', latitude: 58, longitude: 15 };
    const form = { ...plain, ...placedAt({ ...place, address: 'Parkgatan 1' }) };
    expect(form.placeAddress).toBe('Parkgatan 1');
    expect(saidMore(form, calendar)).toEqual([]);
    expect(saidMore({ ...form, placeAddress: 'Bakom scenen' }, calendar)).toEqual(['placeAddress']);
  });

  it('is known by the names of what is wrong', () => {
    for (const name of ['links[0].url', 'enrollment.questions[1].text', 'repeat', 'placeLink']) {
      expect(isMore(name)).toBe(true);
    }
    for (const name of ['title', 'placeName', 'startDate', 'endTime', 'calendarUUID']) {
      expect(isMore(name)).toBe(false);
    }
  });

  it('has a place for every field that the editor does not show at first', () => {
    const shown = ['title', 'description', 'calendarUUID', 'allDay', 'placeName'];
    // What is known of a place stands with its name.
    shown.push('placeAt');
    const times = ['startDate', 'startTime', 'endDate', 'endTime'];
    // What was taken out of a series stands with how it repeats.
    const all = Object.keys(plain).filter((name) => name !== 'exdates');
    expect([...shown, ...times, ...MORE].sort()).toEqual(all.sort());
  });
});
