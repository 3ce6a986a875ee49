/** The pages of those who look after what is booked: the day, and what can be booked. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network } from '@/test/world.ts';
import DayPage from './DayPage.tsx';
import NewResourcePage from './NewResourcePage.tsx';
import ResourcesPage from './ResourcesPage.tsx';
import {
  answersOf,
  bookables,
  button,
  booking as plainBooking,
  hall as plainHall,
  signedInBefore,
} from './samples.ts';
import type { Bookable, Booking } from './types.ts';

signedInBefore();

const hall: Bookable = {
  ...plainHall,
  questions: [{ id: 'q', text: 'Hur många bollar?', kind: 'TEXT', options: [], required: true }],
};

const booking = (more: Partial<Booking> = {}) =>
  plainBooking({ idReservationExclusive: 9, price: 12_050, fee: 12_050, ...more });

const at = (path: string, answers: Answers = {}) => {
  const calls = network({ ...answersOf(hall), ...answers });
  const view = draw(
    <Routes>
      <Route path="/:entitySlug/bokningar" element={<DayPage />} />
      <Route path="/settings/resources" element={<ResourcesPage />} />
      <Route path="/settings/resources/new" element={<NewResourcePage />} />
      <Route path="*" element={<h1>Annan sida</h1>} />
    </Routes>,
    path,
  );
  return { ...view, calls };
};

/** A window as wide as a desk's, or a phone's. */
const wide = (isWide: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: isWide && media.includes('min-width'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );

describe('the day', () => {
  beforeEach(() => {
    wide(true);
  });
  const asked = booking({
    flStatus: 3,
    statusText: 'Väntar på svar',
    abilities: ['CONFIRM', 'DECLINE'],
  });
  const day = (answers: Answers = {}, view = 'day') =>
    at(`/bjorkens-if/bokningar?date=2026-11-27&view=${view}`, {
      'GET /api/v1/entities/3/bookables': bookables([hall], ['MANAGE']),
      'GET /api/v1/booking': { content: [asked], hasMore: false },
      'GET /api/v1/entities/3/schedule': {
        content: [
          {
            idBookable: 4,
            name: 'Hel hall',
            status: 1,
            open: [],
            taken: [
              {
                start: asked.start,
                end: asked.end,
                title: 'Anna Ek',
                idReservationExclusive: 9,
                flStatus: 3,
              },
            ],
          },
        ],
      },
      ...answers,
    });

  it('has on top what waits, which one press answers', async () => {
    const { calls } = day({ 'POST /api/v1/booking/9/confirm': booking() });
    expect(await screen.findByRole('heading', { name: 'Väntar på svar (1)' })).toBeInTheDocument();
    await userEvent.click(await button(/^Godkänn Anna Ek/));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Bokningen är godkänd'));
    expect(calls.some(({ call }) => call === 'POST /api/v1/booking/9/confirm')).toBe(true);
  });

  it('has a row for each bookable, and a list by time', async () => {
    day();
    expect(await screen.findByRole('heading', { level: 3, name: 'Hel hall' })).toBeInTheDocument();
    const list = screen.getByRole('list', { name: /^Dagens bokningar efter tid/ });
    expect(list).toHaveTextContent(/13:00–14:00.*Anna Ek.*Hel hall · Väntar på svar/);
  });

  it('checks in once the day is there, not before', async () => {
    const coming = booking({ flStatus: 1, abilities: ['CHECK_IN', 'NO_SHOW', 'CANCEL'] });
    const answers = { 'GET /api/v1/booking': { content: [coming], hasMore: false } };
    const { unmount } = day(answers);
    const list = () => screen.findByRole('list', { name: /^Dagens bokningar efter tid/ });
    await userEvent.click(await within(await list()).findByRole('button', { name: /^Visa / }));
    const dialog = await screen.findByRole('dialog', { name: 'Hel hall' });
    expect(within(dialog).getByRole('button', { name: 'Avboka' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^(Checka in|Uteblev)/ })).not.toBeInTheDocument();
    unmount();
    vi.setSystemTime(new Date('2026-11-27T07:00:00.000Z'));
    day(answers);
    expect(
      await within(await list()).findByRole('button', { name: /^Checka in Anna Ek/ }),
    ).toBeInTheDocument();
  });

  it('shows a week as a table at a desk, as lists on a phone, and opens what is booked', async () => {
    const { unmount } = day(
      { 'GET /api/v1/booking': { content: [], hasMore: false }, 'GET /api/v1/booking/9': asked },
      'week',
    );
    const table = await screen.findByRole('table');
    expect(screen.queryByRole('list', { name: /^Dagens bokningar efter tid/ })).toBeNull();
    await userEvent.click(within(table).getByRole('button', { name: '13:00–14:00 Anna Ek' }));
    expect(await screen.findByRole('dialog', { name: 'Hel hall' })).toHaveTextContent(
      'Väntar på svar',
    );
    unmount();
    wide(false);
    day({}, 'week');
    expect(
      await screen.findAllByRole('list', { name: /^Dagens bokningar efter tid/ }),
    ).not.toHaveLength(0);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('is on paper a list for the door: times, who, how many, answers, by resource', async () => {
    const coming = booking({
      flStatus: 1,
      participants: 12,
      answers: { q: '40' },
      note: 'Kommer tidigt',
      idReservationExclusive: 9,
    });
    const { container } = day({ 'GET /api/v1/booking': { content: [coming], hasMore: false } });
    await screen.findByRole('heading', { level: 3, name: 'Hel hall' });
    expect(await button('Skriv ut dörrlista')).toBeInTheDocument();
    expect(container.querySelector('[data-door]')).toBeNull();
    act(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    const door = container.querySelector('[data-door]');
    expect(door).toHaveTextContent('Fredag 27 november');
    const table = door?.querySelector('table');
    expect(table?.caption).toHaveTextContent('Hel hall');
    const [, row] = table?.rows ?? [];
    expect([...(row?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
      '13:00–14:00',
      'Anna Ek',
      '12',
      'Hur många bollar? 40Kommer tidigt',
    ]);
  });

  it('is not for whoever manages nothing there', async () => {
    day({ 'GET /api/v1/entities/3/bookables': bookables([hall]) });
    expect(
      await screen.findByText('Här syns bokningarna för den som sköter dem'),
    ).toBeInTheDocument();
  });
});

describe('resources', () => {
  it('are none yet, or a list with how each stands', async () => {
    const { unmount } = at('/settings/resources', {
      'GET /api/v1/entities/3/bookables': bookables([], ['MANAGE']),
    });
    expect(await screen.findByText('Inga resurser än')).toBeInTheDocument();
    unmount();
    at('/settings/resources?organization=3', {
      'GET /api/v1/entities/3/bookables': bookables([{ ...hall, status: 2 }], ['MANAGE']),
    });
    expect(await screen.findByRole('list', { name: 'Resurser' })).toHaveTextContent(
      'Ej bokningsbar',
    );
  });

  it('are not for whoever does not manage them', async () => {
    at('/settings/resources?organization=3');
    expect(await screen.findByText('Du sköter inte resurserna här')).toBeInTheDocument();
  });

  it('are made in a form that says what is missing', async () => {
    const { calls, at: where } = at('/settings/resources/new?organization=3', {
      'GET /api/v1/entities/3/bookables': bookables([], ['MANAGE']),
      'POST /api/v1/bookables': { ...hall, idBookable: 12 },
    });
    await userEvent.click(await button('Lägg upp'));
    expect(await screen.findByText('Skriv ett namn.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Namn'), 'Stora salen');
    await userEvent.click(screen.getByLabelText('Lärare'));
    await userEvent.click(await button('Lägg till pris'));
    await userEvent.type(screen.getByLabelText('Prisklassens namn'), 'Taxa');
    await userEvent.type(screen.getByLabelText(/^Pris per timme/), '120,50');
    await userEvent.click(await button('Pris vissa klockslag'));
    await userEvent.click(await button('Lägg upp'));
    const rule = screen.getByRole('group', { name: 'Klockslag 1' });
    const price = within(rule).getByLabelText(/^Pris per timme/);
    expect(price).toHaveFocus();
    expect(price.closest('details')).toHaveAttribute('open');
    await userEvent.type(price, '300');
    expect(screen.getByText(/^120,50\skr i timmen, 300\skr vardagar 17–21$/)).toBeVisible();
    await userEvent.click(await button('Lägg till gräns'));
    await userEvent.selectOptions(screen.getByLabelText('Under'), 'En månad');
    await userEvent.click(await button('Lägg upp'));
    await waitFor(() => expect(where()).toBe('/settings/resources/12'));
    expect(calls.find(({ call }) => call === 'POST /api/v1/bookables')?.body).toMatchObject({
      idEntity: 3,
      name: 'Stora salen',
      whoMayBook: ['MEMBER', 'TEACHER'],
      priceClasses: [
        {
          name: 'Taxa',
          base: 12_050,
          relationTypes: [],
          schedules: [1, 2, 3, 4, 5].map((weekday) => ({
            idBookablePriceDayTimeSchedule: 0,
            weekday,
            start: '17:00',
            end: '21:00',
            price: 30_000,
          })),
        },
      ],
      quotas: [{ holder: 'PERSON', scope: 'BOOKABLE', unit: 'HOURS', per: 'MONTH', limit: 4 }],
    });
  });
});
