/** A bookable and its opening hours, in forms and back again. */
import { describe, expect, it } from 'vitest';
import { clockIn } from './fields.ts';
import {
  blankPeriod,
  blankQuestion,
  DIVIDED,
  draftOf,
  formOf,
  usualSettings,
  wrongIn,
} from './form.ts';
import { blankClosed, blankOpen, hoursForm, hoursOfForm, wrongHours } from './hours.ts';
import { chosenIn, inALine } from './places.ts';
import { blankClass } from './prices.ts';
import type { Bookable, BookableAvailability } from './types.ts';

const spaces = [
  { idSpace: 8, name: 'Hallen', unitCount: 3 },
  { idSpace: 9, name: 'Släpvagnen', unitCount: 1 },
];

const hall: Bookable = {
  ...usualSettings,
  idBookable: 4,
  idEntity: 3,
  name: 'Tredjedel 1',
  slug: 'tredjedel-1',
  kind: 'ROOM',
  idSpace: 8,
  units: [1],
  description: 'Ta med skor.',
  place: 'Almgatan 4',
  pictures: [],
  status: 1,
  version: 7,
  abilities: ['BOOK', 'MANAGE'],
  minNotice: 90,
  maxNotice: 1_440 * 30,
  slotOffset: 15,
  maxConcurrent: 2,
  guests: true,
  quotas: [{ holder: 'PERSON', scope: 'BOOKABLE', unit: 'HOURS', per: 'WEEK', limit: 4 }],
  priceClasses: [
    {
      name: 'Föreningstaxa',
      relationTypes: ['MEMBER'],
      entityTypes: ['association'],
      vatRate: 6,
      base: 8_050,
      days: [{ idBookablePriceDay: 2, weekday: 6, price: 10_000 }],
      schedules: [],
      hours: [],
    },
  ],
  cancellation: { freeDays: 3, share: 50, noShow: { sum: 20_000 } },
  questions: [{ id: 'q', text: 'Vad?', kind: 'CHOICE', options: ['Bad', 'Boll'], required: true }],
};

const { idBookable: _, slug: __, abilities: ___, pictures: ____, ...sent } = hall;
const wrong = (form: ReturnType<typeof formOf>) =>
  Object.entries(wrongIn(form)).filter(([, words]) => words);

describe('a bookable in a form', () => {
  it('that is not changed is sent as it was read', () => {
    expect(draftOf(formOf(hall, spaces), 3, hall)).toEqual({ ...sent, unitCount: 1 });
  });

  it('leads to a place of the guide until other words stand there', () => {
    const idOf = (form: ReturnType<typeof formOf>) => draftOf(form, 3, hall).idInfopoint;
    const there = formOf({ ...hall, idInfopoint: 12 }, spaces);
    expect(idOf(there)).toBe(12);
    expect(idOf({ ...there, place: ' Almgatan  4 ' })).toBe(12);
    expect(idOf({ ...there, place: 'Almgatan 5' })).toBeUndefined();
    const park = { idInfopoint: 7, name: 'Parken', address: 'Å 1', latitude: 58, longitude: 15 };
    const chosen = { ...there, place: inALine(park), guide: chosenIn(park) };
    expect([idOf(chosen), chosen.place]).toEqual([7, 'Parken, Å 1']);
  });

  it('keeps minutes that are no whole hours and days', () => {
    const odd = { ...hall, minNotice: 7, maxNotice: 100 };
    const draft = draftOf({ ...formOf(odd, spaces), name: 'Annan' }, 3, odd);
    expect([draft.minNotice, draft.maxNotice]).toEqual([7, 100]);
  });

  it('of its own space stays there', () => {
    const cart = { ...hall, idSpace: 9, units: [1] };
    const form = formOf(cart, spaces);
    expect(form.space).toBe('');
    expect(draftOf(form, 3, cart)).toMatchObject({ idSpace: 9, units: [1] });
  });

  it('has hours and days where the server has minutes', () => {
    const form = formOf(hall, spaces);
    expect([form.noticeHours, form.horizonDays]).toEqual(['1,5', '30']);
    const draft = draftOf({ ...form, noticeHours: '0,5', horizonDays: '2' }, 3, hall);
    expect([draft.minNotice, draft.maxNotice]).toEqual([30, 2_880]);
  });

  it('that is new is for members, half-hours, free; a whole space may be divided', () => {
    const form = { ...formOf(null, spaces), name: ' Hallen ' };
    expect(wrong(form)).toEqual([]);
    const draft = draftOf({ ...form, space: DIVIDED, unitCount: '3' }, 3, null);
    expect(draft).toMatchObject({
      name: 'Hallen',
      unitCount: 3,
      units: [],
      whoMayBook: ['MEMBER'],
    });
    expect(draft).not.toHaveProperty('idSpace');
    expect(draft).not.toHaveProperty('version');
    expect(draft).not.toHaveProperty('cancellation');
  });

  it.each([
    ['always', { freeHours: 0, share: 0, noShow: { share: 50 } }],
    ['hours', { freeHours: 24, share: 100, noShow: { share: 50 } }],
    ['days', { freeDays: 24, share: 100, noShow: { share: 50 } }],
    ['workingDays', { freeWorkingDays: 24, share: 100, noShow: { share: 50 } }],
    ['never', { share: 100, noShow: { share: 50 } }],
  ] as const)('has terms: %s', (free, cancellation) => {
    const form = { ...formOf(null, []), free, noShow: 'share' as const };
    expect(draftOf(form, 3, null).cancellation).toEqual(cancellation);
  });

  it('says what is missing, by the names that the server has for it', () => {
    const form = {
      ...formOf(null, spaces),
      space: '8',
      units: [],
      slotMode: 'PERIODS' as const,
      periods: [{ ...blankPeriod(), name: 'Pass', start: '9', end: '8.30' }],
      noticeHours: 'en',
      minLength: '1,5',
      priceClasses: [{ ...blankClass(), perHour: 'gratis' }],
      questions: [{ ...blankQuestion(), text: 'Vad?', kind: 'CHOICE' as const, options: 'Bad' }],
    };
    expect(wrong(form).map(([field]) => field)).toEqual([
      'name',
      'units',
      'minLength',
      'minNotice',
      'periods[0].end',
      'priceClasses[0].name',
      'priceClasses[0].base',
      'questions[0].options',
    ]);
  });

  it.each([
    ['8', '08:00'],
    ['8.30', '08:30'],
    [' 24:00 ', '24:00'],
    ['24:01', null],
    ['8:60', null],
    ['', null],
  ])('reads the time %j as %j', (text, time) => expect(clockIn(text)).toBe(time));
});

describe('opening hours in a form', () => {
  const hours: BookableAvailability = {
    version: 3,
    periods: [
      { id: 1, weekdays: [1, 2], start: '08:00', end: '24:00' },
      { id: 2, from: '2026-06-01', weekdays: [], start: '00:00', end: '24:00' },
    ],
    closures: [
      { id: 1, name: 'Jullov', from: '2026-12-20', to: '2027-01-07' },
      {
        id: 2,
        name: 'Städning',
        from: '2026-12-01',
        to: '2026-12-01',
        start: '08:00',
        end: '09:00',
      },
    ],
    closedOnRedDays: true,
    closedOnSchoolBreaks: true,
  };

  it('that are not changed are sent as they were read', () => {
    expect(hoursOfForm(hoursForm(hours), 3)).toEqual(hours);
    expect(wrongHours(hoursForm(hours))).not.toContain(expect.any(String));
  });

  it('say what is missing', () => {
    const form = {
      periods: [{ ...blankOpen(), weekdays: [], end: '7' }],
      closures: [{ ...blankClosed(), from: '2026-12-24', to: '2026-12-23', isPart: true }],
      closedOnRedDays: false,
      closedOnSchoolBreaks: false,
    };
    const found = Object.entries(wrongHours(form)).filter(([, words]) => words);
    expect(found.map(([field]) => field)).toEqual([
      'periods[0].weekdays',
      'periods[0].end',
      'closures[0].name',
      'closures[0].to',
      'closures[0].start',
      'closures[0].end',
    ]);
  });
});
