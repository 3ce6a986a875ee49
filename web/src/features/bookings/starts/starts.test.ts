/** The school's pages of bookings: how something stands now, talks as something to book, and places. */
import { describe, expect, it } from 'vitest';
import { stateOf } from '../now.ts';
import { placesOf } from '../places.ts';
import { booking, hall, slotAt } from '../samples.ts';
import type { ScheduleRow } from '../types.ts';
import {
  blankTalks,
  countOf,
  daysOf,
  draftOf,
  hoursOf,
  isTalk,
  leftOf,
  notBooked,
  rowsOf,
  startsIn,
  wrongTalks,
} from './talks.ts';

const at = (clock: string) => `2026-11-27T${clock}:00.000Z`;
const span = (start: string, end: string) => ({ start: at(start), end: at(end) });

describe('something at a moment', () => {
  const row: ScheduleRow = {
    idBookable: 4,
    name: 'Hel hall',
    status: 1,
    open: [span('08:00', '12:00'), span('13:00', '17:00')],
    taken: [
      { ...span('09:00', '10:00'), title: 'Upptaget' },
      { ...span('10:00', '11:00'), title: 'Upptaget' },
    ],
  };
  const now = (clock: string, most = 1) => stateOf(row, most, Date.parse(at(clock)));

  it('is free until somebody has it, or it closes', () => {
    expect(now('08:30')).toEqual({ kind: 'free', until: at('09:00') });
    expect(now('11:00')).toEqual({ kind: 'free', until: at('12:00') });
  });

  it('is taken until nobody has it, over bookings that follow each other', () => {
    expect(now('09:00')).toEqual({ kind: 'busy', until: at('11:00') });
  });

  it('is closed, and opens later or not at all', () => {
    expect(now('12:00')).toEqual({ kind: 'closed', opens: at('13:00') });
    expect(now('17:00')).toEqual({ kind: 'closed', opens: null });
  });

  it('is free where more may have it at the same time', () => {
    expect(now('09:30', 2)).toEqual({ kind: 'free', until: at('12:00') });
  });
});

describe('talks', () => {
  const form = {
    ...blankTalks(),
    who: ' Emma  Wallin, 7B ',
    days: [{ key: 'a', date: '2026-12-07', start: '15', end: '18:00' }],
  };

  it('fill a day with their length and the pause between them', () => {
    const [day = { key: '', date: '', start: '', end: '' }] = form.days;
    // 15.00, 15.25 … 17.30: the last one ends at 17.50.
    expect(startsIn(day, 20, 5)).toBe(7);
    expect(startsIn(day, 180, 15)).toBe(1);
    expect(startsIn(day, 181, 0)).toBe(0);
    expect(countOf(form)).toBe(7);
  });

  it('are hidden until they have times, one for each person, and ask for the pupil', () => {
    const draft = draftOf(form, 3);
    expect(draft).toMatchObject({
      idEntity: 3,
      name: 'Utvecklingssamtal: Emma Wallin, 7B',
      status: 0,
      slotStep: 25,
      minLength: 20,
      maxLength: 20,
      minNotice: 24 * 60,
      quotas: [
        { holder: 'PERSON', scope: 'BOOKABLE', unit: 'RESERVATIONS', per: 'YEAR', limit: 1 },
      ],
    });
    expect(draft.questions?.[0]).toMatchObject({ text: 'Elevens namn', required: true });
    expect(isTalk({ ...hall, ...draft } as typeof hall)).toBe(true);
    expect(isTalk(hall)).toBe(false);
    expect(draftOf({ ...form, onlyOne: false }, 3).quotas).toEqual([]);
  });

  it('can be booked on their days and no others, whenever the organisation is open', () => {
    const hours = hoursOf(form.days, 4);
    expect(hours.version).toBe(4);
    expect(hours.periods).toEqual([
      expect.objectContaining({ weekdays: [] }),
      expect.objectContaining({
        weekdays: [1],
        start: '15:00',
        end: '18:00',
        from: '2026-12-07',
        to: '2026-12-07',
      }),
    ]);
    expect(hours.periods[0]).not.toHaveProperty('from');
    expect(daysOf(hours)).toEqual(['2026-12-07']);
  });

  it('say what is missing', () => {
    const wrong = wrongTalks(
      {
        ...form,
        who: '',
        whoMayBook: [],
        days: [
          { key: 'a', date: '2026-12-07', start: '15:00', end: '15:10' },
          { key: 'b', date: '2026-11-24', start: '15:00', end: '14:00' },
        ],
      },
      '2026-11-25',
    );
    expect(Object.keys(wrong).filter((field) => wrong[field])).toEqual([
      'who',
      'days[0].end',
      'days[1].date',
      'days[1].end',
      'whoMayBook',
    ]);
    const fine = wrongTalks(form, '2026-11-25');
    expect(Object.values(fine).filter(Boolean)).toEqual([]);
  });

  it('of a day are what is booked and what is free between', () => {
    const booked = booking({ ...span('14:00', '14:30') });
    const given = booking({ idReservationExclusive: 2, flStatus: 2, ...span('12:00', '12:30') });
    const rows = rowsOf('2026-11-27', [booked, given], [slotAt(12), slotAt(14), slotAt(16)]);
    expect(rows.map(({ start, booking: of }) => [start, of?.userName])).toEqual([
      [at('12:00'), undefined],
      [at('14:00'), 'Anna Ek'],
      [at('16:00'), undefined],
    ]);
    expect(rowsOf('2026-11-28', [booked], [slotAt(12)])).toEqual([]);
    expect(leftOf([slotAt(12, { free: false }), slotAt(14)])).toEqual({
      count: 1,
      first: '2026-11-27',
    });
  });

  it('have not been booked by those who may and have no time', () => {
    const people = [
      { userId: 7, txRelationType: 'MEMBER' },
      { userId: 8, txRelationType: 'MEMBER' },
      { userId: 9, txRelationType: 'MEMBER' },
      { userId: 10, txRelationType: 'TEACHER' },
    ];
    const bookings = [booking({ idUser: 7 }), booking({ idUser: 8, flStatus: 2 })];
    const missing = notBooked(people, ['MEMBER'], bookings);
    expect(missing.map(({ userId }) => userId)).toEqual([8, 9]);
  });
});

it('places are told by what is written of them, spaces with the whole first, and what has none last', () => {
  const of = (idBookable: number, name: string, place: string, units = [1]) => ({
    ...hall,
    idBookable,
    name,
    place,
    units,
    idSpace: units.length > 1 || name.startsWith('Tredjedel') ? 8 : 100 + idBookable,
  });
  const all = [
    of(1, 'Släpvagn', ''),
    of(2, 'Tredjedel 1', 'almgatan 4', [1]),
    of(3, 'Hel hall', 'Almgatan 4', [1, 2, 3]),
    of(4, 'Klubbstugan', 'Almgatan  4'),
  ];
  const found = placesOf(all, [{ idSpace: 8, name: 'Hallen', unitCount: 3 }]);
  expect(found.map(({ place }) => place)).toEqual(['almgatan 4', '']);
  expect(found[0]?.spaces.map(({ name, parts }) => [name, parts.map((one) => one.name)])).toEqual([
    ['Hallen', ['Hel hall', 'Tredjedel 1']],
    ['Klubbstugan', ['Klubbstugan']],
  ]);
});
