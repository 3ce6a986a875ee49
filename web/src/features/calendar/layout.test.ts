import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysOf } from './days.ts';
import { barsOf, columnsOf, entryOf, fitted, minutesOn, onDay } from './layout.ts';
import type { ListedEvent } from './types.ts';

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Europe/Stockholm';
});
afterAll(() => {
  process.env.TZ = zone ?? 'UTC';
});

let ids = 0;
const listed = (start: string, end: string, more: Partial<ListedEvent> = {}): ListedEvent => {
  ids += 1;
  return {
    idCalendarEvent: ids,
    id: ids,
    eventUUID: `u${ids}`,
    idCalendar: 1,
    calendarUUID: 'k',
    title: `T${ids}`,
    start,
    end,
    allDay: false,
    busy: false,
    startDate: null,
    endDate: null,
    timeZone: 'Europe/Stockholm',
    visibility: 'PRIVATE',
    eventStatus: 'CONFIRMED',
    place: null,
    isRecurring: false,
    recurrenceId: null,
    idSeries: null,
    version: 1,
    ...more,
  };
};
const timed = (start: string, end: string) =>
  entryOf(listed(new Date(start).toISOString(), new Date(end).toISOString()));
const days = (startDate: string, endDate: string) =>
  entryOf(
    listed(`${startDate}T00:00:00Z`, `${endDate}T23:00:00Z`, { allDay: true, startDate, endDate }),
  );

describe('which days an event touches', () => {
  it('is told by the reader’s clock', () => {
    expect(entryOf(listed('2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z'))).toMatchObject({
      first: '2026-11-24',
      last: '2026-11-24',
    });
  });

  it('does not count the midnight at which it ends', () => {
    expect(timed('2026-11-27T18:00', '2026-11-28T00:00')).toMatchObject({ last: '2026-11-27' });
    expect(timed('2026-11-27T18:00', '2026-11-28T00:01')).toMatchObject({ last: '2026-11-28' });
    expect(timed('2026-11-27T00:00', '2026-11-27T00:00')).toMatchObject({ last: '2026-11-27' });
  });

  it('is by date for what lasts all day, wherever one reads', () => {
    expect(days('2026-06-19', '2026-06-20')).toMatchObject({
      first: '2026-06-19',
      last: '2026-06-20',
      wide: true,
    });
  });

  it('is all of them for what is longer than a day', () => {
    const long = timed('2026-11-23T12:00', '2026-11-25T12:00');
    expect(long.wide).toBe(true);
    expect(daysOf(long).map((day) => onDay([long], day).length)).toEqual([1, 1, 1]);
  });
});

describe('where it stands in a day', () => {
  it('is from midnight to midnight where it crosses', () => {
    const night = timed('2026-11-27T22:00', '2026-11-28T02:00');
    expect(minutesOn(night, '2026-11-27')).toEqual([22 * 60, 24 * 60]);
    expect(minutesOn(night, '2026-11-28')).toEqual([0, 120]);
    expect(minutesOn(timed('2026-11-27T22:00', '2026-11-28T00:00'), '2026-11-27')).toEqual([
      22 * 60,
      24 * 60,
    ]);
  });

  it('is by the clock on the wall when the clocks change', () => {
    // Sweden: 02:00 becomes 03:00 on 29 March, 03:00 becomes 02:00 on 25 October 2026.
    const spring = entryOf(listed('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'));
    expect(minutesOn(spring, '2026-03-29')).toEqual([90, 210]);
    const autumn = entryOf(listed('2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z'));
    const [from, to] = minutesOn(autumn, '2026-10-25');
    expect(from).toBe(150);
    expect(to).toBeGreaterThanOrEqual(from);
  });

  it('beside each other where they overlap, alone where they do not', () => {
    const a = timed('2026-11-23T09:00', '2026-11-23T10:00');
    const b = timed('2026-11-23T09:30', '2026-11-23T11:00');
    const c = timed('2026-11-23T10:00', '2026-11-23T10:30');
    const d = timed('2026-11-23T12:00', '2026-11-23T13:00');
    const found = columnsOf([d, c, b, a], '2026-11-23');
    expect(found.map(({ entry, column, columns }) => [entry.key, column, columns])).toEqual([
      [a.key, 0, 2],
      [b.key, 1, 2],
      [c.key, 0, 2],
      [d.key, 0, 1],
    ]);
  });

  it('never over one another, and inside the day', () => {
    const minutes = fc.tuple(fc.integer({ min: 0, max: 1430 }), fc.integer({ min: 0, max: 300 }));
    fc.assert(
      fc.property(fc.array(minutes, { maxLength: 25 }), (all) => {
        const at = (n: number) => new Date(new Date('2026-11-23T00:00').getTime() + n * 60_000);
        const entries = all.map(([from, lasts]) =>
          entryOf(listed(at(from).toISOString(), at(from + lasts).toISOString())),
        );
        const placed = columnsOf(entries, '2026-11-23');
        expect(placed).toHaveLength(entries.length);
        for (const one of placed) {
          expect(one.column).toBeLessThan(one.columns);
          expect(one.to).toBeLessThanOrEqual(1440);
          for (const other of placed) {
            const apart = one.to <= other.from || other.to <= one.from;
            if (one === other || apart) continue;
            expect(one.column).not.toBe(other.column);
            expect(one.columns).toBe(other.columns);
          }
        }
      }),
    );
  });
});

describe('bars of a week', () => {
  const week = daysOf({ first: '2026-11-23', last: '2026-11-29' });
  const told = (entries: Parameters<typeof barsOf>[0]) =>
    barsOf(entries, week).map(({ entry, lane, from, to }) => [entry.key, lane, from, to]);

  it('lie over all of their days, cut at the edges of the week', () => {
    const cup = days('2026-11-27', '2026-12-02');
    const trip = days('2026-11-20', '2026-11-27');
    const lunch = timed('2026-11-28T12:00', '2026-11-28T13:00');
    const night = timed('2026-11-24T22:00', '2026-11-25T02:00');
    const gone = days('2026-11-20', '2026-11-22');
    expect(told([lunch, night, cup, gone, trip])).toEqual([
      [trip.key, 0, 0, 4],
      [cup.key, 1, 4, 6],
      [night.key, 1, 1, 2],
      [lunch.key, 0, 5, 5],
    ]);
  });

  /** Of events whose first day and length are given, some in the week. */
  const some = fc.array(
    fc.tuple(fc.integer({ min: 10, max: 30 }), fc.integer({ min: 0, max: 9 }), fc.boolean()),
    { maxLength: 20 },
  );
  const made = ([first, length, allDay]: [number, number, boolean]) => {
    const day = (n: number) => new Date(Date.UTC(2026, 10, n)).toISOString().slice(0, 10);
    return allDay
      ? days(day(first), day(first + length))
      : timed(`${day(first)}T12:00`, `${day(first + length)}T13:00`);
  };

  it('have their lane of all their days to themselves, whatever the order they come in', () => {
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat()), (all, random) => {
        const entries = all.map(made);
        const bars = barsOf(entries, week);
        // Each event once, on the days that it touches.
        for (const day of week) {
          const n = week.indexOf(day);
          const over = bars.filter(({ from, to }) => from <= n && n <= to);
          expect(over.map(({ entry }) => entry.key).sort()).toEqual(
            onDay(entries, day)
              .map(({ key }) => key)
              .sort(),
          );
          expect(new Set(over.map(({ lane }) => lane)).size).toBe(over.length);
        }
        expect(new Set(bars.map(({ entry }) => entry.key)).size).toBe(bars.length);
        const keyed = entries.map((entry) => ({ entry, at: random.next().value ?? 0 }));
        const mixed = keyed.sort((a, b) => a.at - b.at).map(({ entry }) => entry);
        expect(told(mixed)).toEqual(told(entries));
      }),
    );
  });

  it('are seen on all of their days or on none, and what is not is counted', () => {
    const ROOM = 3;
    fc.assert(
      fc.property(some, (all) => {
        const bars = barsOf(all.map(made), week);
        const { seen, rest } = fitted(bars, week.length, ROOM);
        for (const n of week.keys()) {
          const over = bars.filter(({ from, to }) => from <= n && n <= to);
          const there = over.filter((bar) => seen.has(bar));
          expect(there.length + (rest[n] ?? 0)).toBe(over.length);
          // Where others are told of, the last place is theirs.
          const room = rest[n] ? ROOM - 1 : ROOM;
          for (const { lane } of there) expect(lane).toBeLessThan(room);
        }
        const least = bars.filter(({ lane }) => lane < ROOM - 1);
        for (const bar of least) expect(seen.has(bar)).toBe(true);
      }),
    );
  });
});
