/** What is ahead on somebody's page: only what others may see as well, and no more than one looks at. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { network, signIn, signOut } from '@/test/world.ts';
import { ComingOf } from './ComingOf.tsx';

afterEach(signOut);

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const soon = new Date(Date.now() + 86_400_000).toISOString();
const event = (id: number, title: string, change: object = {}) => ({
  id,
  eventUUID: `event-${id}`,
  calendarUUID: 'open',
  title,
  start: soon,
  end: soon,
  allDay: false,
  timeZone: 'Europe/Stockholm',
  eventStatus: 'CONFIRMED',
  visibility: 'PUBLIC',
  ...change,
});
const calendar = (calendarUUID: string, visibility: string, busyOnly = false) => ({
  calendarUUID,
  visibility,
  busyOnly,
});
const titles = async () =>
  (await screen.findAllByRole('heading', { level: 3 })).map((one) => one.textContent);

it('is not what others do not see, on one’s own page', async () => {
  signIn();
  network({
    'GET /api/v1/calendars': list([calendar('open', 'PUBLIC'), calendar('mine', 'PRIVATE')]),
    'GET /api/v1/events': list([
      event(1, 'Öppet hus'),
      event(2, 'Läkaren', { visibility: 'PRIVATE' }),
    ]),
  });
  draw(<ComingOf owner={{ kind: 'person', id: 7, self: true }} name="Anna Ek" />);
  expect(await titles()).toEqual(['Öppet hus']);
});

it('is what one may look into, without what is called off, and four at most', async () => {
  signIn();
  network({
    'GET /api/v1/calendars': list([calendar('open', 'PUBLIC'), calendar('inner', 'RESTRICTED')]),
    'GET /api/v1/events': list([
      event(1, 'Inställt', { eventStatus: 'CANCELLED' }),
      ...[2, 3, 4, 5, 6].map((id) => event(id, `Träff ${id}`, { visibility: 'RESTRICTED' })),
    ]),
  });
  draw(<ComingOf owner={{ kind: 'entity', id: 3 }} name="Björkens IF" />);
  expect(await titles()).toEqual(['Träff 2', 'Träff 3', 'Träff 4', 'Träff 5']);
  const region = screen.getByRole('region', { name: 'På gång' });
  expect(within(region).getByRole('list')).toHaveAccessibleName(/Björkens IF/);
});

it('asks for no events where one may look into no calendar', async () => {
  signIn();
  const calls = network({
    'GET /api/v1/calendars': list([calendar('his', 'PRIVATE', true)]),
    'GET /api/v1/events': list([event(1, 'Upptagen')]),
  });
  const { client, container } = draw(
    <ComingOf owner={{ kind: 'person', id: 8, self: false }} name="Bo Alm" />,
  );
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(container.querySelector('section')).toBeNull();
  expect(calls.map(({ call }) => call)).not.toContain('GET /api/v1/events');
});

it('is what an organisation shows to everybody, signed out', async () => {
  const promoted = (idEntity: number, title: string) => ({
    event: event(idEntity, title),
    coverImage: null,
    entityName: '',
    entitySlug: '',
    idEntity,
  });
  network({
    'GET /api/public/events/promoted': list([promoted(3, 'Loppis'), promoted(4, 'Annans')]),
  });
  draw(<ComingOf owner={{ kind: 'entity', id: 3 }} name="Björkens IF" />);
  expect(await titles()).toEqual(['Loppis']);
});
