/** Prices, limits and terms of a bookable: in a form, back again, and in sentences. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOf, usualSettings } from './form.ts';
import { blankQuota, quotaForm, quotaOf, wrongQuotas } from './limits.ts';
import {
  blankClass,
  blankClock,
  blankDates,
  blankDay,
  classForm,
  classOf,
  placesOf,
  wrongClasses,
} from './prices.ts';
import { clockWords, limitsSaid, pricesSaid, rulesSaid, termsSaid, weekdayWords } from './said.ts';
import { termsForm, termsOf, wrongTerms } from './terms.ts';
import type { Cancellation, PriceClass, Quota } from './types.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const wrong = (found: Record<string, string | undefined>) =>
  Object.entries(found).flatMap(([field, words]) => (words ? [field] : []));

const evening = (weekday: number, id: number, price = 30_000) => ({
  idBookablePriceDayTimeSchedule: id,
  weekday,
  start: '17:00',
  end: '21:00',
  price,
});
const rate: PriceClass = {
  name: 'Privattaxa',
  relationTypes: [],
  entityTypes: ['association'],
  vatRate: 25,
  base: 25_000,
  days: [
    { idBookablePriceDay: 1, weekday: 6, price: 40_000 },
    { idBookablePriceDay: 2, weekday: 7, price: 40_000 },
  ],
  schedules: [1, 2, 3, 4, 5].map((day) => evening(day, day + 10)),
  hours: [
    {
      idBookablePriceHour: 9,
      from: '2026-12-24',
      to: '2026-12-26',
      start: '00:00',
      end: '24:00',
      price: 50_000,
    },
  ],
};

describe('prices in a form', () => {
  it('are one rule for weekdays of one price and one time', () => {
    const form = classForm(rate);
    expect(form.days).toMatchObject([{ weekdays: [6, 7], price: '400' }]);
    expect(form.schedules).toMatchObject([
      { weekdays: [1, 2, 3, 4, 5], start: '17:00', end: '21:00', price: '300' },
    ]);
    expect(form.hours).toMatchObject([{ id: 9, from: '2026-12-24', to: '2026-12-26' }]);
  });

  const weekday = fc.integer({ min: 1, max: 7 });
  const price = fc.constantFrom(10_000, 20_050);
  const classes = fc.record({
    days: fc.uniqueArray(fc.record({ idBookablePriceDay: fc.nat(), weekday, price }), {
      selector: (one) => one.weekday,
    }),
    schedules: fc.array(
      fc
        .tuple(weekday, price, fc.nat(), fc.constantFrom('16:00', '17:00'))
        .map(([day, sum, id, start]) => ({ ...evening(day, id, sum), start })),
    ),
  });

  it('that are not changed are sent as they were read, in their order', () => {
    fc.assert(
      fc.property(classes, (rules) => {
        const old = { ...rate, ...rules };
        expect(classOf(classForm(old))).toEqual(old);
      }),
    );
  });

  it('keep the id of a weekday that stays, and have none for a new one', () => {
    const form = classForm(rate);
    const [rule] = form.schedules;
    const changed = classOf({
      ...form,
      schedules: rule ? [{ ...rule, weekdays: [6, 2], price: '310,50' }] : [],
    });
    expect(changed.schedules).toEqual([evening(2, 12, 31_050), evening(6, 0, 31_050)]);
  });

  it('have the places that the server counts', () => {
    expect(placesOf([{ weekdays: [1, 2] }, { weekdays: [] }, { weekdays: [3] }])).toEqual([
      0, 2, 3,
    ]);
  });

  it('say what is wrong by the names that the server has', () => {
    const form = {
      ...blankClass(),
      name: 'Taxa',
      perHour: '100 000,01',
      days: [
        { ...blankDay(), price: '10' },
        { ...blankDay(), weekdays: [7], price: 'x' },
      ],
      schedules: [{ ...blankClock(), weekdays: [], start: '21', end: '17', price: '1' }],
      hours: [{ ...blankDates(), from: '2026-12-26', to: '2026-12-24', price: '' }],
    };
    expect(wrong(wrongClasses([form, { ...blankClass(), name: ' Taxa', perHour: '1' }]))).toEqual([
      'priceClasses[0].base',
      'priceClasses[0].days[2].weekday',
      'priceClasses[0].days[2].price',
      'priceClasses[0].schedules[0].weekday',
      'priceClasses[0].schedules[0].end',
      'priceClasses[0].hours[0].to',
      'priceClasses[0].hours[0].price',
      'priceClasses[1].name',
    ]);
    expect(wrong(wrongClasses([classForm(rate)]))).toEqual([]);
  });
});

describe('limits in a form', () => {
  const quota: Quota = {
    holder: 'RELATION',
    scope: 'GROUP',
    unit: 'RESERVATIONS',
    per: 'YEAR',
    limit: 12,
    relation: 'MEMBER',
  };

  it('that are not changed are sent as they were read', () => {
    expect(quotaOf(quotaForm(quota))).toEqual(quota);
    expect(quotaOf(blankQuota())).toEqual({
      holder: 'PERSON',
      scope: 'BOOKABLE',
      unit: 'HOURS',
      per: 'WEEK',
      limit: 4,
    });
  });

  it('are whole numbers from 1 to 10 000, with a role where that is what counts', () => {
    const limits = ['0', '10001', '1,5', '10000'].map((limit) => ({ ...blankQuota(), limit }));
    expect(wrong(wrongQuotas(limits))).toEqual([0, 1, 2].map((n) => `quotas[${n}].limit`));
    expect(wrong(wrongQuotas([{ ...blankQuota(), holder: 'RELATION' }]))).toEqual([
      'quotas[0].relation',
    ]);
  });
});

describe('terms in a form', () => {
  it.each<Cancellation | undefined>([
    undefined,
    { freeHours: 24, share: 0 },
    { freeDays: 3, share: 50 },
    { freeWorkingDays: 2, share: 50, noShow: { share: 100 } },
    { share: 100, noShow: { sum: 20_050 } },
  ])('that are not changed are sent as they were read: %j', (old) => {
    expect(termsOf(termsForm(old), old)).toEqual(old);
  });

  it('have a no-show fee as the whole price, a share or a sum', () => {
    const form = termsForm({ freeDays: 3, share: 50, noShow: { share: 80 } });
    expect(termsOf({ ...form, noShow: 'all' }, undefined)).toEqual({ freeDays: 3, share: 50 });
    const sum = { ...form, noShow: 'sum' as const, noShowSum: '200,50' };
    expect(termsOf(sum, undefined)).toMatchObject({ noShow: { sum: 20_050 } });
    expect(wrong(wrongTerms({ ...sum, noShowSum: '' }))).toEqual(['cancellation.noShow.sum']);
    expect(wrong(wrongTerms({ ...sum, noShowSum: '100 000,01' }))).toHaveLength(1);
    expect(wrong(wrongTerms({ ...form, noShowShare: '101' }))).toEqual([
      'cancellation.noShow.share',
    ]);
  });

  it('take as many days as the server does', () => {
    const form = { ...termsForm(undefined), freeCount: '251' };
    expect(wrong(wrongTerms({ ...form, free: 'workingDays' }))).toEqual(['freeCount']);
    expect(wrong(wrongTerms({ ...form, free: 'days' }))).toEqual([]);
  });
});

describe('what is set', () => {
  it.each([
    [[1, 2, 3, 4, 5], 'vardagar'],
    [[7, 6], 'lördagar och söndagar'],
    [[3], 'onsdagar'],
    [[1, 2, 3, 5], 'mån–ons och fre'],
    [[1, 3, 5], 'mån, ons och fre'],
    [[1, 2, 3, 4, 5, 6, 7], 'alla dagar'],
  ])('on the weekdays %j is said: %s', (days, words) => expect(weekdayWords(days)).toBe(words));

  it.each([
    ['17:00', '21:00', '17–21'],
    ['8', '9.30', '8–9:30'],
    ['00:00', '24:00', ''],
    ['x', '24:00', ''],
  ])('from %s to %s is said: %j', (start, end, words) =>
    expect(clockWords(start, end)).toBe(words),
  );

  it('as prices is one sentence, for several classes with their names', () => {
    expect(pricesSaid([])).toBe('Det är gratis.');
    const evenings = classForm({ ...rate, days: [], hours: [] });
    expect(plain(pricesSaid([evenings]))).toBe('250 kr i timmen, 300 kr vardagar 17–21');
    const all = pricesSaid([classForm(rate), { ...blankClass(), name: 'Nolltaxa', perHour: '0' }]);
    expect(plain(all)).toBe(
      'Privattaxa: 250 kr i timmen, 400 kr lördagar och söndagar, 300 kr vardagar 17–21, ' +
        '500 kr 2026-12-24–2026-12-26. Nolltaxa: 0 kr i timmen',
    );
    expect(pricesSaid([blankClass()])).toBe('pris saknas');
    expect(plain(rulesSaid(evenings))).toBe('300 kr vardagar 17–21');
    expect(rulesSaid(blankClass())).toBe('Samma pris hela tiden.');
  });

  it('as limits says how much, for whom and on what', () => {
    const form = formOf(null, []);
    expect(limitsSaid(form)).toBe('Inga gränser.');
    expect(limitsSaid({ ...form, quotas: [blankQuota()], maxConcurrent: '5' })).toBe(
      'Högst 4 timmar i veckan för varje person, högst 5 bokningar samtidigt.',
    );
    const members = { ...blankQuota(), holder: 'RELATION', relation: 'MEMBER' } as const;
    expect(
      limitsSaid({
        ...form,
        maxParticipants: '30',
        quotas: [{ ...members, scope: 'ENTITY', unit: 'RESERVATIONS', per: 'MONTH', limit: '1' }],
      }),
    ).toBe(
      'Högst 1 bokning i månaden för alla med rollen medlem tillsammans på alla resurser, högst 30 deltagare.',
    );
  });

  it('as terms says what cancelling and not coming cost', () => {
    expect(termsSaid(termsForm(usualSettings.cancellation))).toBe(
      'Det kostar inget att avboka. Den som uteblir betalar hela priset.',
    );
    const terms = termsForm({ freeWorkingDays: 1, share: 50, noShow: { sum: 20_000 } });
    expect(plain(termsSaid(terms))).toBe(
      'Det kostar inget att avboka till 1 arbetsdag före, därefter 50 % av priset. Den som uteblir betalar 200 kr.',
    );
    expect(termsSaid(termsForm({ share: 100, noShow: { share: 25 } }))).toBe(
      'Avbokning kostar 100 % av priset. Den som uteblir betalar 25 % av priset.',
    );
  });
});
