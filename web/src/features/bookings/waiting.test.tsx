/** A time that is taken, on the page where one books: who waits for it, and how that is said. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal } from '@/test/world.ts';
import BookPage from './BookPage.tsx';
import {
  answersOf,
  bookables,
  button,
  hall,
  pricedAt,
  queryOf,
  signedInBefore,
} from './samples.ts';

signedInBefore();

const at = (path: string, answers: Answers = {}) => {
  const calls = network({ ...answersOf(hall), ...answers });
  const view = draw(
    <Routes>
      <Route path="/:entitySlug/boka" element={<BookPage />} />
    </Routes>,
    path,
  );
  return { ...view, calls };
};

describe('waiting for a time that is taken', () => {
  const WAITLIST = '/api/v1/bookables/4/waitlist';
  const taken = async (answers: Answers = {}) => {
    const view = at('/bjorkens-if/boka?bookable=4&date=2026-11-27', answers);
    (await button(/^15:00.*upptagen/)).focus();
    await userEvent.keyboard('{Enter}');
    return { ...view, dialog: await screen.findByRole('dialog', { name: 'Tiden är upptagen' }) };
  };

  it('is begun by keyboard and announced, and can be given up again', async () => {
    const { calls, dialog } = await taken({
      [`POST ${WAITLIST}`]: { idWaiting: 5, start: pricedAt(14).start, end: pricedAt(14).end },
      [`DELETE ${WAITLIST}`]: undefined,
    });
    expect(dialog).toHaveTextContent('Fredag 27 november 15:00–15:30');
    expect(within(dialog).queryByRole('button', { name: 'Lämna kön' })).not.toBeInTheDocument();
    within(dialog).getByRole('button', { name: 'Ställ dig i kö' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(within(dialog).getByRole('status')).toHaveTextContent(
        'Du får besked om tiden blir ledig.',
      ),
    );
    const [, close] = within(dialog).getAllByRole('button', { name: 'Stäng' });
    expect(close).toHaveFocus();
    const time = { start: '2026-11-27T14:00:00.000Z', end: '2026-11-27T14:30:00.000Z' };
    expect(calls.find(({ call }) => call === `POST ${WAITLIST}`)?.body).toEqual(time);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lämna kön' }));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Du står inte längre i kön'));
    expect(queryOf('DELETE', WAITLIST)).toEqual(time);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('of one that is free by now says so, and shows it', async () => {
    let isFree = false;
    const { dialog } = await taken({
      'GET /api/v1/bookables/4/slots': () => ({
        idBookable: 4,
        content: [pricedAt(14, { free: isFree })],
      }),
      [`POST ${WAITLIST}`]: () => {
        isFree = true;
        return new Refusal(409, 'FREE');
      },
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ställ dig i kö' }));
    await waitFor(() => expect(within(dialog).getByRole('alert')).not.toBeEmptyDOMElement());
    expect(await screen.findByText(/60,00\skr/)).toBeInTheDocument();
  });

  it('is no dead end: the nearest free times are there as well', async () => {
    const { dialog } = await taken({
      'POST /api/v1/bookables/4/hold': new Refusal(500),
      'POST /api/v1/booking/quote': new Refusal(500),
    });
    expect(dialog).toHaveTextContent('hålls den för den som står först i kön');
    const near = within(dialog).getByRole('group', { name: 'Närmaste lediga tider' });
    await userEvent.click(
      within(near).getByRole('button', { name: 'Fredag 27 november 17:00–17:30' }),
    );
    const booking = await screen.findByRole('dialog', { name: 'Boka Hel hall' });
    expect(booking).toHaveTextContent('Fredag 27 november 17:00');
    expect(screen.queryByRole('dialog', { name: 'Tiden är upptagen' })).not.toBeInTheDocument();
  });

  it('is for whoever may book', async () => {
    at('/bjorkens-if/boka?bookable=4&date=2026-11-27', {
      'GET /api/v1/entities/3/bookables': bookables([{ ...hall, abilities: ['MANAGE'] }]),
    });
    await button(/^13:00/);
    expect(screen.queryByRole('button', { name: /^15:00/ })).not.toBeInTheDocument();
  });

  it('ends with an offer, whose link shows the week anew to whoever has it open', async () => {
    let isFree = false;
    const { router } = at('/bjorkens-if/boka?bookable=4&date=2026-11-27', {
      'GET /api/v1/bookables/4/slots': () => ({
        idBookable: 4,
        content: [pricedAt(14, { free: isFree })],
      }),
    });
    await button(/^15:00.*upptagen/);
    isFree = true;
    await act(() =>
      router.navigate(`/bjorkens-if/boka?bookable=4&start=${Date.parse(pricedAt(14).start)}`),
    );
    expect(await button(/^15:00 60,00/)).toBeInTheDocument();
  });

  it('ends with an offer, which leads to its day', async () => {
    at(`/bjorkens-if/boka?bookable=4&start=${Date.parse(pricedAt(12).start)}`);
    expect(await button(/^Fredag 27 november, 2 lediga/)).toHaveAttribute('aria-pressed', 'true');
  });
});
