/** A hall, its times and its bookings, and the morning on which tests look at them. */
import { notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Answers, signIn, signOut } from '@/test/world.ts';
import { usualSettings } from './form.ts';
import type { Bookable, Bookables, Booking, Slot } from './types.ts';

/** Before and after each test: Anna, signed in, two days before the times of these samples. */
export function signedInBefore() {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
    signIn();
  });
  afterEach(() => {
    vi.useRealTimers();
    notifications.clean();
    signOut();
  });
}

export const hall: Bookable = {
  ...usualSettings,
  idBookable: 4,
  idEntity: 3,
  name: 'Hel hall',
  slug: 'hel-hall',
  kind: 'ROOM',
  idSpace: 8,
  units: [1, 2, 3],
  description: 'Ta med skor.',
  place: 'Almgatan 4',
  pictures: [],
  status: 1,
  version: 1,
  abilities: ['BOOK'],
};

export const bookables = (
  content: Bookable[],
  abilities: Bookables['abilities'] = [],
): Bookables => ({ content, spaces: [], abilities });

export const slot = (start: string, end: string, more: Partial<Slot> = {}): Slot => ({
  start,
  end,
  latest: end,
  free: true,
  ...more,
});
/** Half an hour, or twice that, on 27 November. */
export const slotAt = (hour: number, more: Partial<Slot> = {}): Slot =>
  slot(`2026-11-27T${hour}:00:00.000Z`, `2026-11-27T${hour}:30:00.000Z`, {
    latest: `2026-11-27T${hour + 1}:00:00.000Z`,
    ...more,
  });
export const pricedAt = (hour: number, more: Partial<Slot> = {}): Slot =>
  slotAt(hour, { price: 6_000, ...more });

/** Free of charge; nothing may be done with it. */
export const booking = (more: Partial<Booking> = {}): Booking => ({
  idReservationExclusive: 1,
  flStatus: 1,
  statusText: 'Bokad',
  idBookable: 4,
  bookableName: 'Hel hall',
  place: 'Almgatan 4',
  idEntity: 3,
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  idUser: 7,
  userName: 'Anna Ek',
  start: '2026-11-27T12:00:00.000Z',
  end: '2026-11-27T13:00:00.000Z',
  answers: {},
  note: '',
  price: 0,
  vat: 0,
  lines: [],
  fee: 0,
  terms: { share: 0 },
  created: '2026-11-20T12:00:00.000Z',
  version: 1,
  shareId: '1-c0de',
  abilities: [],
  ...more,
});

/** What the server says of such a hall. */
export const answersOf = (one: Bookable): Answers => ({
  'GET /api/v1/entities/3/bookables': bookables([one]),
  'GET /api/v1/bookables/4/slots': {
    idBookable: 4,
    content: [pricedAt(12), pricedAt(14, { free: false }), pricedAt(16)],
  },
});

/** What the first call to such an address asked. */
export function queryOf(method: string, path: string) {
  const found = vi
    .mocked(fetch)
    .mock.calls.find(
      ([input, init]) => String(input).includes(path) && (init?.method ?? 'GET') === method,
    );
  return Object.fromEntries(new URL(String(found?.[0]), window.location.href).searchParams);
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
