/** The pages of bookings in their states: what is shown, done and said. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import BookingsPage from './BookingsPage.tsx';
import BookPage from './BookPage.tsx';
import {
  answersOf,
  bookables,
  button,
  booking as plainBooking,
  hall as plainHall,
  pricedAt,
  queryOf,
  signedInBefore,
} from './samples.ts';
import type { Bookable, Booking, QueuedTime } from './types.ts';

signedInBefore();

const hall: Bookable = {
  ...plainHall,
  questions: [{ id: 'q', text: 'Hur många bollar?', kind: 'TEXT', options: [], required: true }],
};

const terms = { freeUntil: '2026-11-26T12:00:00.000Z', share: 50 };
const booking = (more: Partial<Booking> = {}) =>
  plainBooking({
    idReservationExclusive: 9,
    price: 12_050,
    fee: 12_050,
    terms,
    abilities: ['MOVE', 'CANCEL'],
    ...more,
  });

const quote = { price: 12_050, vat: 0, priceClass: 'Föreningstaxa', lines: [], terms };
const usual: Answers = {
  ...answersOf(hall),
  'POST /api/v1/booking/quote': quote,
  'POST /api/v1/bookables/4/hold': {
    holdId: 77,
    idBookable: 4,
    expiresAt: '2026-11-25T09:04:32.000Z',
    price: 12_050,
  },
  'DELETE /api/v1/bookables/4/hold/77': undefined,
};

const at = (path: string, answers: Answers = {}) => {
  const calls = network({ ...usual, ...answers });
  const view = draw(
    <Routes>
      <Route path="/bookings" element={<BookingsPage />} />
      <Route path="/:entitySlug/boka/:bookableSlug?" element={<BookPage />} />
      <Route path="*" element={<h1>Annan sida</h1>} />
    </Routes>,
    path,
  );
  return { ...view, calls };
};

describe('mine', () => {
  it('are none yet: what then, and where one books', async () => {
    at('/bookings');
    expect(await screen.findByText('Inget är bokat')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Björkens IF' })).toHaveAttribute(
      'href',
      '/bjorkens-if/boka',
    );
    expect(screen.getByText('Inget har varit än.')).toBeInTheDocument();
  });

  it('that cannot be fetched say so, and are asked for again', async () => {
    let asked = 0;
    at('/bookings', {
      'GET /api/v1/booking': () => {
        asked += 1;
        return asked <= 2 ? new Refusal(500) : { content: [booking()], hasMore: false };
      },
    });
    const [again] = await screen.findAllByRole('button', { name: 'Försök igen' });
    if (again) await userEvent.click(again);
    expect(await screen.findByRole('list', { name: 'Kommande' })).toHaveTextContent('Hel hall');
  });

  it('say when, where, how they stand and what they cost, and offer what may be done', async () => {
    const content = [booking({ idInfopoint: 12 })];
    at('/bookings', { 'GET /api/v1/booking': { content, hasMore: false } });
    const card = await screen.findByRole('article');
    const place = within(card).getByRole('link', { name: 'Almgatan 4' });
    expect(place).toHaveAttribute('href', '/infopoint/12');
    expect(card).toHaveTextContent(/Fredag 27 november 13:00–14:00.*Bokad/);
    expect(card).toHaveTextContent('Hel hall hos Björkens IF');
    expect(card).toHaveTextContent('120,50 kr');
    expect(within(card).getByRole('link', { name: /^Flytta Hel hall/ })).toHaveAttribute(
      'href',
      '/bjorkens-if/boka?bookable=4&date=2026-11-27&move=9',
    );
    expect(within(card).getByRole('button', { name: /^Avboka Hel hall/ })).toBeInTheDocument();
  });

  it('have the queues beside them: left, or taken once the time is held', async () => {
    const queued = (more: Partial<QueuedTime>): QueuedTime => ({
      idWaiting: 5,
      idBookable: 4,
      bookableName: 'Hel hall',
      idEntity: 3,
      entityName: 'Björkens IF',
      entitySlug: 'bjorkens-if',
      start: '2026-11-27T12:00:00.000Z',
      end: '2026-11-27T13:00:00.000Z',
      ...more,
    });
    const offeredUntil = '2026-11-26T09:00:00.000Z';
    const later = { start: '2026-11-28T12:00:00.000Z', end: '2026-11-28T13:00:00.000Z' };
    let content = [queued({ offeredUntil }), queued({ idWaiting: 6, ...later })];
    const { calls } = at('/bookings', {
      'GET /api/v1/booking/waiting': () => ({ content }),
      'DELETE /api/v1/bookables/4/waitlist': undefined,
    });
    const list = await screen.findByRole('list', { name: 'Köer du står i' });
    const [held, waits] = within(list).getAllByRole('article') as [HTMLElement, HTMLElement];
    expect(held).toHaveTextContent(/Ledig för dig.*hålls för dig till torsdag 26 november 10:00/);
    expect(within(held).getByRole('link', { name: /^Boka Hel hall/ })).toHaveAttribute(
      'href',
      '/bjorkens-if/boka?bookable=4&date=2026-11-27',
    );
    expect(within(held).getByRole('button', { name: /^Tacka nej till Hel hall/ })).toBeVisible();
    expect(waits).toHaveTextContent('I kö');
    expect(within(waits).queryByRole('link', { name: /^Boka/ })).not.toBeInTheDocument();
    content = content.slice(0, 1);
    await userEvent.click(within(waits).getByRole('button', { name: /^Lämna kön till Hel hall/ }));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Du står inte längre i kön'));
    expect(calls.some(({ call }) => call === 'DELETE /api/v1/bookables/4/waitlist')).toBe(true);
    await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(1));
  });

  it('that were given up are among the past, and offer nothing', async () => {
    const gone = booking({ flStatus: 2, statusText: 'Avbokad', fee: 6_025, abilities: [] });
    at('/bookings', { 'GET /api/v1/booking': { content: [gone], hasMore: false } });
    const past = await screen.findByRole('list', { name: 'Tidigare' });
    expect(past).toHaveTextContent('Avgift: 60,25 kr');
    expect(within(past).queryByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    [terms, /^Det kostar inget att avboka till och med torsdag 26 november 13:00/],
    [{ ...terms, freeUntil: '2026-11-24T12:00:00.000Z' }, /^Avbokar du nu kostar det 60,25 kr/],
    [{ share: 0 }, 'Det kostar inget att avboka.'],
  ])('are given up after it is said what that costs', async (said, words) => {
    const { calls } = at('/bookings', {
      'GET /api/v1/booking': { content: [booking({ terms: said })], hasMore: false },
      'POST /api/v1/booking/9/cancel': booking({ flStatus: 2 }),
    });
    await userEvent.click(await button(/^Avboka Hel hall/));
    const dialog = await screen.findByRole('dialog', { name: 'Avboka?' });
    const cost = within(dialog).getByText(words);
    const keep = within(dialog).getByRole('button', { name: 'Behåll bokningen' });
    expect(keep).toHaveAttribute('aria-describedby', cost.id);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avboka' }));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Bokningen är avbokad'));
    expect(calls.some(({ call }) => call === 'POST /api/v1/booking/9/cancel')).toBe(true);
  });
});

describe('booking', () => {
  const open = async (answers: Answers = {}) => {
    const view = at('/bjorkens-if/boka?bookable=4&date=2026-11-27', answers);
    await userEvent.click(await button(/^13:00/));
    return { ...view, dialog: await screen.findByRole('dialog', { name: 'Boka Hel hall' }) };
  };
  const holds = (calls: { call: string }[]) =>
    calls.map(({ call }) => call).filter((call) => call.includes('/hold'));

  it('begins with what there is', async () => {
    at('/bjorkens-if/boka', {
      'GET /api/v1/entities/3/bookables': bookables([
        hall,
        { ...hall, idBookable: 5, name: 'Bastun', status: 2 },
        { ...hall, idBookable: 6, name: 'Förrådet', status: 0 },
      ]),
    });
    expect(await screen.findByRole('link', { name: /Hel hall/ })).toHaveAttribute(
      'href',
      '/bjorkens-if/boka?bookable=4',
    );
    expect(screen.getByText('Bastun').closest('a')).toBeNull();
    expect(screen.queryByText('Förrådet')).not.toBeInTheDocument();
  });

  it('finds what is named in the address that everybody has, and stays there', async () => {
    const { at: where } = at('/bjorkens-if/boka/hel-hall?dag=2026-11-27');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hel hall' })).toBeInTheDocument();
    expect(await button(/Fredag 27 november/)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(await button('Nästa vecka'));
    expect(where()).toBe('/bjorkens-if/boka/hel-hall?date=2026-11-30');
  });

  it('says that nothing has such a name', async () => {
    at('/bjorkens-if/boka/bastun');
    expect(await screen.findByText('Det finns inte att boka')).toBeInTheDocument();
  });

  it('shows free times as buttons, taken ones as such', async () => {
    at('/bjorkens-if/boka?bookable=4&date=2026-11-27');
    expect(await button(/^13:00 60,00\skr/)).toBeInTheDocument();
    expect(await button(/^15:00.*upptagen/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Fredag 27 november, 2 lediga/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('goes through the times by arrows', async () => {
    at('/bjorkens-if/boka?bookable=4&date=2026-11-27');
    (await button(/^13:00/)).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(await button(/^15:00.*upptagen/)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(await button(/^17:00/)).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(await button(/^13:00/)).toHaveFocus();
  });

  it('holds the time, shows price and terms, asks, and books what is held', async () => {
    const { calls, dialog } = await open({ 'POST /api/v1/booking': booking() });
    expect(await within(dialog).findByText('Tiden hålls för dig i 4:32')).toBeInTheDocument();
    expect(await within(dialog).findByText('120,50 kr')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Därefter betalar du 50 % av priset.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka' }));
    expect(await within(dialog).findByText('Svara på frågan.')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText(/Hur många bollar/), '3');
    await userEvent.selectOptions(within(dialog).getByLabelText('Slutar'), '14:00 (1 tim)');
    await waitFor(() => expect(holds(calls)).toHaveLength(3));
    await within(dialog).findByText(/Tiden hålls för dig i/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka' }));
    expect(await screen.findByRole('dialog', { name: 'Det är bokat' })).toBeInTheDocument();
    expect(calls.find(({ call }) => call === 'POST /api/v1/booking')?.body).toMatchObject({
      holdId: 77,
      idBookable: 4,
      start: '2026-11-27T12:00:00.000Z',
      end: '2026-11-27T13:00:00.000Z',
      answers: { q: '3' },
      expectedPrice: 12_050,
    });
    await userEvent.click(await button('Klar'));
    // What became a booking is not given back.
    expect(holds(calls)).toEqual([
      'POST /api/v1/bookables/4/hold',
      'DELETE /api/v1/bookables/4/hold/77',
      'POST /api/v1/bookables/4/hold',
    ]);
  });

  it('that is closed gives the time back', async () => {
    const { calls, dialog } = await open();
    await within(dialog).findByText(/Tiden hålls/, { selector: '[aria-hidden]' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avbryt' }));
    await waitFor(() => expect(holds(calls)).toContain('DELETE /api/v1/bookables/4/hold/77'));
  });

  it('of a time that somebody else took says so and offers the nearest', async () => {
    const { dialog } = await open({
      'POST /api/v1/bookables/4/hold': new Refusal(409, 'OVERLAP'),
      'GET /api/v1/bookables/4/slots': { idBookable: 4, content: [pricedAt(12), pricedAt(16)] },
    });
    const said = await within(dialog).findByText(/Tiden hann bli bokad/);
    expect(said).toHaveAttribute('role', 'alert');
    expect(within(dialog).getByRole('button', { name: 'Boka' })).toBeDisabled();
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Fredag 27 november 17:00–17:30' }),
    );
    expect(within(dialog).getByText('Börjar: Fredag 27 november 17:00')).toBeInTheDocument();
  });

  it('for another price by now asks again', async () => {
    const { dialog } = await open({
      'GET /api/v1/entities/3/bookables': bookables([{ ...hall, questions: [] }]),
      'POST /api/v1/booking': () => {
        throw new Error('answered by hand');
      },
    });
    await within(dialog).findByText('120,50 kr');
    const answers = [
      new Response(JSON.stringify({ code: 'PRICE_CHANGED', message: 'Nej.', price: 13_000 }), {
        status: 409,
      }),
      new Response(JSON.stringify(booking({ price: 13_000 })), { status: 201 }),
    ];
    const sent: unknown[] = [];
    const other = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (!String(input).endsWith('/api/v1/booking') || init?.method !== 'POST') {
        return new Response('{}', { status: 404 });
      }
      sent.push(JSON.parse(String(init.body)).expectedPrice);
      return answers.shift() ?? other(input, init);
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka' }));
    expect(await within(dialog).findByText(/Priset har ändrats till 130,00/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka för det nya priset' }));
    expect(await screen.findByRole('dialog', { name: 'Det är bokat' })).toBeInTheDocument();
    expect(sent).toEqual([12_050, 13_000]);
  });

  it('that is to be approved is a request', async () => {
    const { dialog } = await open({
      'GET /api/v1/entities/3/bookables': bookables([{ ...hall, requiresApproval: true }]),
    });
    expect(within(dialog).getByRole('button', { name: 'Skicka förfrågan' })).toBeInTheDocument();
  });

  it('is booked once it is held, however soon the button is pressed', async () => {
    let answer = (_: unknown) => {};
    const { calls, dialog } = await open({
      'GET /api/v1/entities/3/bookables': bookables([{ ...hall, questions: [] }]),
      'POST /api/v1/bookables/4/hold': () => new Promise((done) => (answer = done)),
      'POST /api/v1/booking': booking(),
    });
    await waitFor(() => expect(holds(calls)).toHaveLength(1));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Boka' }));
    expect(calls.some(({ call }) => call === 'POST /api/v1/booking')).toBe(false);
    answer({ holdId: 77, idBookable: 4, expiresAt: '2026-11-25T09:04:32.000Z', price: 12_050 });
    expect(await screen.findByRole('dialog', { name: 'Det är bokat' })).toBeInTheDocument();
    expect(calls.find(({ call }) => call === 'POST /api/v1/booking')?.body).toMatchObject({
      holdId: 77,
    });
  });

  it('is said to be too late to give up without cost where it is', async () => {
    const over = { freeUntil: '2026-11-25T08:59:00.000Z', share: 50 };
    const { dialog } = await open({
      'POST /api/v1/booking/quote': { ...quote, terms: over },
    });
    expect(
      await within(dialog).findByText(
        /Det är för sent att avboka utan kostnad\. .* 50 % av priset/,
      ),
    ).toBeInTheDocument();
  });

  it('is moved in one step, as long as it was', async () => {
    const { calls, at: where } = at('/bjorkens-if/boka?bookable=4&date=2026-11-27&move=9', {
      'GET /api/v1/booking/9': booking({ version: 5, price: 24_100 }),
      'POST /api/v1/booking/quote': quote,
      'PUT /api/v1/booking/9': booking(),
    });
    expect(await screen.findByText('Flytta din bokning av Hel hall')).toBeInTheDocument();
    await userEvent.click(await button(/^17:00/));
    // Its own time is asked for as free, and nobody waits with a booking in the hand.
    expect(queryOf('GET', '/slots')).toMatchObject({ except: '9' });
    expect(screen.queryByRole('button', { name: /^15:00/ })).not.toBeInTheDocument();
    const dialog = await screen.findByRole('dialog', { name: 'Flytta Hel hall' });
    expect(dialog).toHaveTextContent('Till: Fredag 27 november 17:00–18:00');
    // What it costs there, and what it costs now.
    expect(await within(dialog).findByText(/^120,50/)).toBeInTheDocument();
    expect(dialog).toHaveTextContent(/Tiden du har nu: 241,00\skr/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Flytta' }));
    await waitFor(() => expect(where()).toBe('/bookings'));
    expect(calls.find(({ call }) => call === 'PUT /api/v1/booking/9')?.body).toEqual({
      start: '2026-11-27T16:00:00.000Z',
      end: '2026-11-27T17:00:00.000Z',
      version: 5,
    });
    expect(holds(calls)).toEqual([]);
  });

  it('of a series says all that clashes where it would go', async () => {
    const conflicts = [
      { start: '2026-12-04T16:00:00.000Z', end: '2026-12-04T17:00:00.000Z', code: 'OVERLAP' },
      { start: '2026-12-11T16:00:00.000Z', end: '2026-12-11T17:00:00.000Z', code: 'CLOSED' },
    ];
    at('/bjorkens-if/boka?bookable=4&date=2026-11-27&move=9', {
      'GET /api/v1/booking/9': booking({ version: 5, idSeries: 9 }),
      'PUT /api/v1/booking/9': new Refusal(409, 'OVERLAP', undefined, {
        conflicts,
        canSkip: false,
      }),
    });
    await userEvent.click(await button(/^17:00/));
    const dialog = await screen.findByRole('dialog', { name: 'Flytta Hel hall' });
    await userEvent.selectOptions(
      within(dialog).getByRole('combobox', { name: /^Bokningen är en av flera/ }),
      'all',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Flytta' }));
    expect(await within(dialog).findByText(/^Ingen av bokningarna är flyttad/)).toBeInTheDocument();
    const clashing = within(dialog).getAllByRole('listitem');
    expect(clashing.map(({ textContent }) => textContent)).toEqual([
      'Fredag 4 december 17:00–18:00: upptagen',
      'Fredag 11 december 17:00–18:00: stängt',
    ]);
  });

  it('is moved to another bookable that one may book', async () => {
    const gym = { ...hall, idBookable: 5, name: 'Gymmet', slug: 'gymmet' };
    const shut = { ...hall, idBookable: 6, name: 'Scenen', slug: 'scenen', status: 2 };
    const { calls, at: where } = at('/bjorkens-if/boka?bookable=4&date=2026-11-27&move=9', {
      'GET /api/v1/entities/3/bookables': bookables([hall, gym, shut]),
      'GET /api/v1/bookables/5/slots': { idBookable: 5, content: [pricedAt(16)] },
      'GET /api/v1/booking/9': booking({ version: 5 }),
      'PUT /api/v1/booking/9': booking({ idBookable: 5 }),
    });
    const choice = await screen.findByRole('combobox', { name: 'Flytta till' });
    expect(within(choice).getAllByRole('option')).toHaveLength(2);
    await userEvent.selectOptions(choice, 'Gymmet');
    await waitFor(() =>
      expect(where()).toBe('/bjorkens-if/boka?bookable=5&date=2026-11-27&move=9'),
    );
    await userEvent.click(await button(/^17:00/));
    const dialog = await screen.findByRole('dialog', { name: 'Flytta Hel hall' });
    expect(dialog).toHaveTextContent('Till: Gymmet, Fredag 27 november 17:00–18:00');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Flytta' }));
    await waitFor(() => expect(where()).toBe('/bookings'));
    expect(calls.find(({ call }) => call === 'PUT /api/v1/booking/9')?.body).toEqual({
      idBookable: 5,
      start: '2026-11-27T16:00:00.000Z',
      end: '2026-11-27T17:00:00.000Z',
      version: 5,
    });
  });
});
