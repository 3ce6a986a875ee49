/** The calendar of a local area: what everybody may see there, by month and week. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { network, Refusal } from '@/test/world.ts';
import LocalCalendar from './LocalCalendar.tsx';

const PATH = 'GET /api/public/municipalities/mora/events';
const market = {
  id: 5,
  eventUUID: 'marknad',
  idCalendar: 1,
  calendarUUID: 'open',
  title: 'Marknad',
  start: '2026-12-05T09:00:00.000Z',
  end: '2026-12-05T12:00:00.000Z',
  allDay: false,
  startDate: null,
  endDate: null,
  timeZone: 'Europe/Stockholm',
  visibility: 'PUBLIC',
  eventStatus: 'CONFIRMED',
  isRecurring: false,
  recurrenceId: null,
  idSeries: null,
  place: { name: 'Torget i Mora' },
  version: 1,
};

it('shows a month, leafs on, and is subscribed to [shell 1.1]', async () => {
  const calls = network({ [PATH]: { content: [market] }, 'GET /api/public/days': { content: [] } });
  draw(
    <LocalCalendar kind="municipality" slug="mora" name="Mora kommun" />,
    '/ortskalendrar/mora?date=2026-12-01',
  );
  expect(await screen.findByRole('heading', { name: /^december 2026$/i })).toBeInTheDocument();
  expect((await screen.findAllByText(/Marknad/)).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Prenumerera' }).getAttribute('href')).toMatch(
    /^webcal:.*\/ics\/municipality\/mora\.ics$/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Nästa månad' }));
  expect(await screen.findByRole('heading', { name: /^januari 2027$/i })).toBeInTheDocument();
  expect(calls.filter(({ call }) => call === PATH)).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Vecka' }).getAttribute('href')).toMatch(
    /^\/ortskalendrar\/mora\?view=week&date=2027-01-\d\d$/,
  );
});

it('says what could not be fetched, and tries again', async () => {
  const answer = vi.fn<() => unknown>(() => new Refusal(503, 'SEARCH_UNAVAILABLE'));
  network({ [PATH]: () => answer(), 'GET /api/public/days': { content: [] } });
  draw(
    <LocalCalendar kind="municipality" slug="mora" name="Mora kommun" />,
    '/ortskalendrar/mora?date=2026-12-01',
  );
  expect(await screen.findByText('Kalendern kunde inte hämtas.')).toBeInTheDocument();
  answer.mockReturnValue({ content: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(screen.getByText('Inget offentligt evenemang här december 2026.')).toBeInTheDocument();
});

it("has all of a locality's month, however many pages it is", async () => {
  const path = 'GET /api/public/tatort/slug/gammelstad/events';
  const dance = { ...market, id: 6, eventUUID: 'dans', title: 'Dans' };
  const pages = [
    { content: [market], hasMore: true, cursor: 1_796_688_000_000 },
    { content: [dance], hasMore: false, cursor: null },
  ];
  const asked = network({ [path]: () => pages.shift(), 'GET /api/public/days': { content: [] } });
  const view = <LocalCalendar kind="locality" slug="gammelstad" name="Gammelstad" />;
  draw(view, '/ortskalendrar/gammelstad?date=2026-12-01');
  expect((await screen.findAllByText(/Marknad/)).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/Dans/).length).toBeGreaterThan(0);
  expect(asked.filter(({ call }) => call === path)).toHaveLength(2);
  expect(String(vi.mocked(fetch).mock.calls.at(-1)?.[0])).toContain('cursor=1796688000000');
  expect(screen.getByRole('link', { name: 'Hämta som kalenderfil' })).toHaveAttribute(
    'href',
    '/ics/tatort/gammelstad.ics',
  );
});
