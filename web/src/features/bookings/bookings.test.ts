/** What of bookings is pure: sums, times over a change of the clocks, ends, the schedule. */
import { describe, expect, it } from 'vitest';
import { cancelFee, fieldOf, kronor, oreOf, priceWords } from './money.ts';
import { bookPath, dayPath, hoursPath, resourcePath, resourcesPath } from './paths.ts';
import { booking, slot, slotAt } from './samples.ts';
import {
  axisOf,
  comingAndPast,
  entriesOf,
  hoursOf,
  lanesOf,
  placeOf,
  waiting,
} from './schedule.ts';
import {
  byDay,
  clockOf,
  countdown,
  dateIn,
  daysOfWeek,
  endNear,
  endsOf,
  isoOf,
  lengthOf,
  midnightOf,
  momentAt,
  nearest,
  spanOf,
  whenOf,
  wholeDays,
} from './times.ts';
import type { Booking, ScheduleRow } from './types.ts';

/** A space in a sum does not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('sums', () => {
  it.each([
    [123450, '1 234,50 kr'],
    [5, '0,05 kr'],
    [8000, '80,00 kr'],
    [100000000, '1 000 000,00 kr'],
    [-150, '−1,50 kr'],
  ])('%i öre are %s', (ore, text) => expect(plain(kronor(ore))).toBe(text));

  it('of nothing are a word', () => {
    expect(priceWords(0)).toBe('Gratis');
    expect(plain(priceWords(100))).toBe('1,00 kr');
  });

  it.each([
    ['80', 8000],
    ['80,5', 8050],
    ['1 234,50 kr', 123450],
    ['1234.05', 123405],
    ['0', 0],
    ['', null],
    ['80,505', null],
    ['-1', null],
    ['åtta', null],
  ])('written as %j are %j öre', (text, ore) => expect(oreOf(text)).toBe(ore));

  it('stand in a field as they are written', () => {
    expect([0, 8000, 8050, 123405].map(fieldOf)).toEqual(['0', '80', '80,50', '1234,05']);
  });

  it('that are owed for giving up are nothing until the last free moment, and rounded half up after it', () => {
    const terms = { freeUntil: '2026-11-28T12:00:00.000Z', share: 50 };
    const at = Date.parse(terms.freeUntil);
    expect(cancelFee(10001, terms, at)).toBe(0);
    expect(cancelFee(10001, terms, at + 1)).toBe(5001);
    expect(cancelFee(10001, { share: 25 }, at)).toBe(2500);
    expect(cancelFee(10001, { share: 0 }, at)).toBe(0);
  });
});

describe('clocks in Sweden', () => {
  it.each([
    ['2026-07-01', '00:00', '2026-06-30T22:00:00.000Z'],
    ['2026-12-01', '24:00', '2026-12-01T23:00:00.000Z'],
    // Forward: from 02:00 to 03:00.
    ['2026-03-29', '01:30', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '03:30', '2026-03-29T01:30:00.000Z'],
    // Back: 02:30 twice, of which the first is meant.
    ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-25', '24:00', '2026-10-25T23:00:00.000Z'],
  ])('%s %s is %s', (date, time, moment) => expect(isoOf(momentAt(date, time))).toBe(moment));

  it('make a day of 25 hours, and one of 23', () => {
    const hours = (from: string, to: string) => (midnightOf(to) - midnightOf(from)) / 3_600_000;
    expect(hours('2026-10-25', '2026-10-26')).toBe(25);
    expect(hours('2026-03-29', '2026-03-30')).toBe(23);
  });

  it('say which of two same times it is', () => {
    expect(clockOf('2026-10-25T00:30:00.000Z')).toBe('02:30 sommartid');
    expect(clockOf('2026-10-25T01:30:00.000Z')).toBe('02:30 vintertid');
    expect(clockOf('2026-10-25T02:30:00.000Z')).toBe('03:30');
    expect(clockOf('2026-10-26T01:30:00.000Z')).toBe('02:30');
  });

  it('put slots into the days of a week, each in its order, over the change', () => {
    const days = daysOfWeek('2026-10-25');
    expect([days[0], days[6]]).toEqual(['2026-10-19', '2026-10-25']);
    const found = byDay(days, [
      slot('2026-10-25T01:30:00.000Z', '2026-10-25T02:00:00.000Z'),
      slot('2026-10-25T00:30:00.000Z', '2026-10-25T01:00:00.000Z'),
      // Sunday's midnight there is still Saturday in UTC.
      slot('2026-10-24T22:00:00.000Z', '2026-10-24T22:30:00.000Z'),
      // The week after.
      slot('2026-10-25T23:00:00.000Z', '2026-10-25T23:30:00.000Z'),
    ]);
    expect(found.map(({ slots }) => slots.length)).toEqual([0, 0, 0, 0, 0, 0, 3]);
    expect(found[6]?.slots.map(({ start }) => clockOf(start))).toEqual([
      '00:00',
      '02:30 sommartid',
      '02:30 vintertid',
    ]);
  });

  it('end a time at 24:00, or on another day', () => {
    const span = (start: string, end: string) => ({ start, end });
    const evening = span('2026-11-27T21:00:00.000Z', '2026-11-27T23:00:00.000Z');
    expect(spanOf(evening)).toBe('22:00–24:00');
    expect(spanOf({ ...evening, end: '2026-11-28T08:00:00.000Z' })).toBe(
      '22:00–lördag 28 november 09:00',
    );
    expect(whenOf(evening)).toBe('Fredag 27 november 22:00–24:00');
    expect(dateIn(evening.end)).toBe('2026-11-28');
  });

  it('are whole days from midnight to midnight, the last of them counted', () => {
    const day = { start: '2026-11-26T23:00:00.000Z', end: '2026-11-27T23:00:00.000Z' };
    expect(wholeDays(day)).toEqual({ first: '2026-11-27', last: '2026-11-27' });
    expect(whenOf(day)).toBe('Fredag 27 november hela dagen');
    const weekend = { ...day, end: '2026-11-29T23:00:00.000Z' };
    expect(wholeDays(weekend)).toEqual({ first: '2026-11-27', last: '2026-11-29' });
    expect(whenOf(weekend)).toBe('Fredag 27 november till och med söndag 29 november, hela dagar');
    // Days of 23 and of 25 hours are whole as well.
    for (const [start, end] of [
      ['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'],
      ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ] as const) {
      expect(spanOf({ start, end })).toBe('hela dagen');
    }
    expect(wholeDays({ ...day, start: '2026-11-26T23:30:00.000Z' })).toBeNull();
    expect(wholeDays({ ...day, end: day.start })).toBeNull();
    // What begins at another hour ends with the day before that midnight.
    expect(spanOf({ start: '2026-11-27T21:00:00.000Z', end: weekend.end })).toBe(
      '22:00–söndag 29 november 24:00',
    );
  });

  it.each([
    [45, '45 min'],
    [60, '1 tim'],
    [90, '1 tim 30 min'],
    [2880, '2 dygn'],
    [0, '0 min'],
  ])('%i minutes are %s', (minutes, text) => expect(lengthOf(minutes)).toBe(text));

  it('count down', () => {
    expect([272, 60, 0.2, -5].map(countdown)).toEqual(['4:32', '1:00', '0:01', '0:00']);
  });
});

describe('which ends are offered', () => {
  const steps = { slotMode: 'STEP' as const, slotStep: 30, minLength: 0, periods: [] };
  const clocks = (ends: string[]) => ends.map(clockOf);

  it('are the shortest, then whole steps, to the latest', () => {
    const one = slot('2026-11-27T12:00:00.000Z', '2026-11-27T12:45:00.000Z', {
      latest: '2026-11-27T14:00:00.000Z',
    });
    expect(clocks(endsOf(one, steps))).toEqual(['13:45', '14:00', '14:30', '15:00']);
    expect(clocks(endsOf({ ...one, latest: one.end }, steps))).toEqual(['13:45']);
  });

  it('are ends of lesson periods from that one on, over midnight too', () => {
    const periods = [
      { name: 'Kväll', start: '22:00', end: '24:00' },
      { name: 'Lektion 1', start: '08:00', end: '09:00' },
      { name: 'Lektion 2', start: '09:10', end: '10:00' },
    ];
    const settings = { ...steps, slotMode: 'PERIODS' as const, periods };
    const morning = slot('2026-11-27T07:00:00.000Z', '2026-11-27T08:00:00.000Z', {
      latest: '2026-11-27T09:00:00.000Z',
    });
    expect(clocks(endsOf(morning, settings))).toEqual(['09:00', '10:00']);
    const night = slot('2026-11-27T21:00:00.000Z', '2026-11-27T23:00:00.000Z', {
      latest: '2026-11-28T08:00:00.000Z',
    });
    expect(clocks(endsOf(night, settings))).toEqual(['00:00', '09:00']);
  });

  it('are as long in elapsed time over the change of the clocks', () => {
    const one = slot('2026-10-25T00:00:00.000Z', '2026-10-25T00:30:00.000Z', {
      latest: '2026-10-25T02:00:00.000Z',
    });
    expect(clocks(endsOf(one, steps))).toEqual([
      '02:30 sommartid',
      '02:00 vintertid',
      '02:30 vintertid',
      '03:00',
    ]);
  });

  it('of the nearest other free times are as long as was wished, where that goes', () => {
    const all = [
      slotAt(10),
      slotAt(11, { free: false }),
      slotAt(12),
      slotAt(13),
      slotAt(14, { latest: slotAt(14).end }),
      slotAt(17),
    ];
    const wanted = { start: slotAt(13).start, end: '2026-11-27T14:00:00.000Z' };
    const near = nearest(all, wanted, steps);
    expect(near.map(({ slot: { start }, end }) => spanOf({ start, end }))).toEqual([
      '11:00–12:00',
      '13:00–14:00',
      '15:00–15:30',
    ]);
    expect(endNear([], 0)).toBe('1970-01-01T00:00:00.000Z');
  });
});

const row = (idBookable: number, name: string, more: Partial<ScheduleRow> = {}): ScheduleRow => ({
  idBookable,
  name,
  status: 1,
  open: [],
  taken: [],
  ...more,
});

describe('a schedule', () => {
  const taken = (id: number | undefined, hour: number, title = 'Anna Ek') => ({
    start: `2026-11-27T${hour}:00:00.000Z`,
    end: `2026-11-27T${hour + 1}:00:00.000Z`,
    title,
    ...(id !== undefined && { idReservationExclusive: id, flStatus: 1 }),
  });

  it('has the hours around what is open or taken that day, and usual ones where nothing is', () => {
    const clocks = ({ from, to }: { from: number; to: number }) =>
      [from, to].map((at) => clockOf(isoOf(at)));
    const open = [{ start: '2026-11-27T07:30:00.000Z', end: '2026-11-27T15:15:00.000Z' }];
    expect(clocks(axisOf([row(1, 'A', { open })], '2026-11-27'))).toEqual(['08:00', '17:00']);
    expect(clocks(axisOf([row(1, 'A', { open })], '2026-11-28'))).toEqual(['08:00', '18:00']);
    const all = [{ start: '2026-11-26T07:00:00.000Z', end: '2026-11-29T07:00:00.000Z' }];
    const axis = axisOf([row(1, 'A', { open: all })], '2026-11-27');
    expect(hoursOf(axis)).toHaveLength(24);
    expect(
      hoursOf(
        axisOf(
          [
            row(1, 'A', {
              open: [
                { start: isoOf(midnightOf('2026-10-25')), end: isoOf(midnightOf('2026-10-26')) },
              ],
            }),
          ],
          '2026-10-25',
        ),
      ),
    ).toHaveLength(25);
  });

  it('places what it has within its hours', () => {
    const axis = {
      from: Date.parse('2026-11-27T08:00:00Z'),
      to: Date.parse('2026-11-27T12:00:00Z'),
    };
    expect(placeOf(taken(1, 10), axis)).toEqual({ left: 50, width: 25 });
    const early = { ...taken(1, 10), start: '2026-11-27T06:00:00.000Z' };
    expect(placeOf(early, axis)).toEqual({ left: 0, width: 75 });
    expect(placeOf(taken(1, 12), axis)).toBeNull();
  });

  it('gives what is at the same time lanes of its own', () => {
    const long = { ...taken(1, 10), end: '2026-11-27T13:00:00.000Z' };
    const lanes = lanesOf([taken(3, 12), taken(2, 11), long]);
    expect(lanes.map(({ item, lane }) => [item.idReservationExclusive, lane])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
  });

  it('as a list names a booking once: with the bookable that was booked', () => {
    const rows = [
      row(5, 'Tredjedel 1', { taken: [taken(1, 12), taken(undefined, 11, 'Upptaget')] }),
      row(4, 'Hel hall', { taken: [taken(1, 12), taken(2, 10)] }),
    ];
    const found = entriesOf(rows, [booking()], '2026-11-27');
    expect(found.map((one) => [one.title, one.bookableName, one.booking?.userName])).toEqual([
      ['Anna Ek', 'Hel hall', undefined],
      ['Upptaget', 'Tredjedel 1', undefined],
      ['Anna Ek', 'Hel hall', 'Anna Ek'],
    ]);
    expect(entriesOf(rows, [], '2026-11-28')).toEqual([]);
  });

  it('has on top what waits for an answer, the soonest first', () => {
    const now = Date.parse('2026-11-27T11:00:00Z');
    const all = [
      booking({ idReservationExclusive: 1, flStatus: 3, start: '2026-11-27T15:00:00.000Z' }),
      booking({ idReservationExclusive: 2, flStatus: 3 }),
      booking({ idReservationExclusive: 3 }),
      booking({ idReservationExclusive: 4, flStatus: 3, start: '2026-11-27T10:00:00.000Z' }),
    ];
    expect(waiting(all, now).map((one) => one.idReservationExclusive)).toEqual([2, 1]);
  });

  it('of one’s own parts what comes from what is over or was given up', () => {
    const now = Date.parse('2026-11-27T12:30:00Z');
    const later = { start: '2026-11-28T12:00:00.000Z', end: '2026-11-28T13:00:00.000Z' };
    const all = [
      booking({ idReservationExclusive: 1, ...later }),
      booking({ idReservationExclusive: 2 }),
      booking({ idReservationExclusive: 3, ...later, flStatus: 2 }),
      booking({ idReservationExclusive: 4, end: '2026-11-27T12:30:00.000Z' }),
      booking({ idReservationExclusive: 5, flStatus: 6 }),
    ];
    const ids = (some: Booking[]) => some.map((one) => one.idReservationExclusive);
    const { coming, past } = comingAndPast(all, now);
    expect(ids(coming)).toEqual([2, 1]);
    expect(ids(past)).toEqual([3, 4, 5]);
  });
});

it('has its addresses', () => {
  expect(bookPath('bjorkens-if')).toBe('/bjorkens-if/boka');
  expect(bookPath('bjorkens-if', { bookable: 4, date: '2026-11-27', move: 9 })).toBe(
    '/bjorkens-if/boka?bookable=4&date=2026-11-27&move=9',
  );
  expect(dayPath('bjorkens-if', '2026-11-27', 'week')).toBe(
    '/bjorkens-if/bokningar?date=2026-11-27&view=week',
  );
  expect([resourcesPath(), resourcesPath(3), hoursPath(3), resourcePath(4)]).toEqual([
    '/settings/resources',
    '/settings/resources?organization=3',
    '/settings/opening-hours?organization=3',
    '/settings/resources/4',
  ]);
});
