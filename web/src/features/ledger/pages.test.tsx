/** The pages of the ledger in their states: what is shown, done and said. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import EntryPage from './EntryPage.tsx';
import ListPage from './ListPage.tsx';
import { entry, page, payment } from './samples.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const LIST = 'GET /api/v1/ledger';
const ONE = 'GET /api/v1/ledger/41';

const at = (path: string, answers: Answers = {}) => {
  const calls = network(answers);
  const view = draw(
    <Routes>
      <Route path="/:entitySlug/underlag" element={<ListPage />} />
      <Route path="/underlag/:idEntry" element={<EntryPage />} />
    </Routes>,
    path,
  );
  return { ...view, calls, bodyOf: (call: string) => calls.find((one) => one.call === call)?.body };
};

/** What the calls to the list asked for. */
const asked = () =>
  vi
    .mocked(fetch)
    .mock.calls.map(([input]) => new URL(String(input), window.location.href))
    .filter(({ pathname }) => pathname === '/api/v1/ledger')
    .map(({ searchParams }) => Object.fromEntries(searchParams));

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const managed = entry({ abilities: ['PAY', 'CANCEL'] });

describe('the list of an organisation', () => {
  const list = (answers: Answers = {}, search = '') =>
    at(`/bjorkens-if/underlag${search}`, { [LIST]: page([managed]), ...answers });

  it('has the balance, and rows with all that one looks for', async () => {
    list();
    const rows = await screen.findByRole('list', { name: 'Betalningsunderlag' });
    expect(rows).toHaveTextContent(
      /2026-17Obetald1\s234,50\skrBo AlmHel hall.*Förfaller 25 december 2026/,
    );
    expect(within(rows).getByRole('link', { name: '2026-17' })).toHaveAttribute(
      'href',
      '/underlag/41',
    );
    expect(screen.getByText('Obetalt').closest('div')).toHaveTextContent(/1\s234,50\skr/);
    expect(screen.getByText('Betalt').closest('div')).toHaveTextContent(/500,00\skr/);
    expect(screen.getByText('1 underlag')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Betalning' })).toHaveAttribute(
      'href',
      '/settings/payments?organization=3',
    );
  });

  it('is empty: what then; or nothing stands the filter', async () => {
    const { unmount } = list({ [LIST]: page([]) });
    expect(await screen.findByText('Inga betalningsunderlag än')).toBeInTheDocument();
    unmount();
    list({ [LIST]: page([]) }, '?status=2');
    expect(await screen.findByText('Inget stämmer med urvalet')).toBeInTheDocument();
  });

  it('is filtered by status and days, which stand in the address', async () => {
    const { at: where } = list({}, '?from=2026-11-01&to=2026-11-30');
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Obetalda');
    expect(where()).toBe('/bjorkens-if/underlag?from=2026-11-01&to=2026-11-30&status=1');
    await waitFor(() =>
      expect(asked()).toContainEqual({
        entity: '3',
        page: '0',
        size: '10',
        status: '1',
        from: '2026-11-01',
        to: '2026-11-30',
      }),
    );
    await userEvent.click(await button('Visa alla'));
    expect(where()).toBe('/bjorkens-if/underlag');
  });

  it('of days in the wrong order says so and asks nothing', async () => {
    list({}, '?from=2026-11-30&to=2026-11-01');
    expect(await screen.findByText('Sista dagen ligger före den första.')).toBeInTheDocument();
    expect(asked()).toEqual([]);
  });

  it('goes on by ten', async () => {
    const { calls } = list({
      [LIST]: () =>
        calls.filter(({ call }) => call === LIST).length < 2
          ? page([managed], { total: 11 })
          : page([entry({ idBookingLedger: 40, reference: '2026-16' })], { page: 1, total: 11 }),
    });
    await userEvent.click(await button('Visa fler'));
    expect(await screen.findByRole('link', { name: '2026-16' })).toBeInTheDocument();
    expect(asked().map((one) => one.page)).toEqual(['0', '1']);
    expect(screen.queryByRole('button', { name: 'Visa fler' })).not.toBeInTheDocument();
  });

  it('that cannot be fetched says so, and is asked for again', async () => {
    const { calls } = list({
      [LIST]: () =>
        calls.filter(({ call }) => call === LIST).length < 2 ? new Refusal(500) : page([managed]),
    });
    await userEvent.click(await button('Försök igen'));
    expect(await screen.findByRole('link', { name: '2026-17' })).toBeInTheDocument();
  });

  it('is not for whoever does not manage it', async () => {
    list({ [LIST]: new Refusal(403, 'ROLE_TOO_LOW') });
    expect(
      await screen.findByRole('heading', { name: 'Här syns betalningarna för den som sköter dem' }),
    ).toBeInTheDocument();
  });

  it('marks as paid how and with what reference', async () => {
    const { bodyOf } = list({ 'POST /api/v1/ledger/41/paid': entry({ flStatus: 3 }) });
    await userEvent.click(await button('Markera som betald: 2026-17'));
    const dialog = await screen.findByRole('dialog', { name: 'Markera som betald' });
    expect(dialog).toHaveTextContent(/2026-17 · Bo Alm · 1\s234,50\skr/);
    await userEvent.selectOptions(within(dialog).getByLabelText('Hur det betalades'), 'Kontant');
    await userEvent.type(within(dialog).getByLabelText('Referens'), ' A1 ');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Markera som betald' }));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Underlaget är markerat som betalt'));
    expect(bodyOf('POST /api/v1/ledger/41/paid')).toEqual({ method: 'CASH', reference: 'A1' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('cancels with a reason, and says a refusal in the dialog', async () => {
    list({ 'POST /api/v1/ledger/41/cancel': new Refusal(409, 'ALREADY_PAID') });
    await userEvent.click(await button('Makulera: 2026-17'));
    const dialog = await screen.findByRole('dialog', { name: 'Makulera' });
    const send = within(dialog).getByRole('button', { name: 'Makulera' });
    await userEvent.click(send);
    expect(within(dialog).getByLabelText('Skäl')).toHaveFocus();
    await userEvent.keyboard('Dubbelt');
    await userEvent.click(send);
    expect(await within(dialog).findByText('Nej.')).toBeInTheDocument();
  });

  it('refunds what is left, or less, and never more', async () => {
    const paid = entry({
      flStatus: 3,
      statusText: 'Betald',
      refunded: 23_450,
      abilities: ['REFUND'],
    });
    const { bodyOf } = list({ [LIST]: page([paid]), 'POST /api/v1/ledger/41/refund': paid });
    await userEvent.click(await button('Återbetala: 2026-17'));
    const dialog = await screen.findByRole('dialog', { name: 'Återbetala' });
    const amount = within(dialog).getByLabelText(/^Belopp/);
    expect(amount).toHaveValue('1000');
    await userEvent.clear(amount);
    await userEvent.type(amount, '1000,01');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Återbetala' }));
    expect(within(dialog).getByText('Högst 1000 kr.')).toBeInTheDocument();
    await userEvent.clear(amount);
    await userEvent.type(amount, '250,50');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Återbetala' }));
    await waitFor(() =>
      expect(bodyOf('POST /api/v1/ledger/41/refund')).toEqual({ amount: 25_050 }),
    );
  });

  it('bills by hand, and leads to what was made', async () => {
    const { bodyOf, at: where } = list({
      'GET /api/v1/entities/3/relations': {
        content: [{ userId: 8, displayName: 'Bo Alm', userName: 'bo-alm', profileImage: null }],
        page: 0,
        size: 20,
        hasMore: false,
      },
      'POST /api/v1/ledger': entry({ idBookingLedger: 42, reference: '2026-18' }),
    });
    await userEvent.click(await button('Nytt underlag'));
    const dialog = await screen.findByRole('dialog', { name: 'Nytt underlag' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skapa underlaget' }));
    expect(await within(dialog).findByText('Välj vem som ska betala.')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Vem ska betala' }));
    await userEvent.click(await screen.findByRole('option', { name: /Bo Alm/, hidden: true }));
    await userEvent.type(within(dialog).getByLabelText('Avser'), 'Cyklar');
    await userEvent.type(within(dialog).getByLabelText('Vad'), 'Hyra');
    await userEvent.type(within(dialog).getByLabelText(/^Belopp/), '80,50');
    expect(within(dialog).getByText(/^Summa 80,50\skr$/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skapa underlaget' }));
    await waitFor(() => expect(where()).toBe('/underlag/42'));
    expect(bodyOf('POST /api/v1/ledger')).toEqual({
      idEntity: 3,
      idAuthUserCustomer: 8,
      text: 'Cyklar',
      lines: [{ text: 'Hyra', amount: 8_050, vatRate: 25 }],
    });
  });

  it('gives a month or a year to the bookkeeping', async () => {
    list();
    const csv = await screen.findByRole('link', { name: 'Ladda ner CSV' });
    expect(csv).toHaveAttribute(
      'href',
      '/api/v1/ledger.csv?entity=3&from=2026-11-01&to=2026-11-30',
    );
    await userEvent.selectOptions(screen.getByLabelText('År'), '2025');
    await userEvent.selectOptions(screen.getByLabelText('Månad'), 'Hela året');
    expect(screen.getByRole('link', { name: 'SIE-fil' })).toHaveAttribute(
      'href',
      '/api/v1/ledger.si?entity=3&from=2025-01-01&to=2025-12-31',
    );
  });
});

describe('an entry', () => {
  const one = (more: Parameters<typeof entry>[0] = {}, answers: Answers = {}) =>
    at('/underlag/41', { [ONE]: entry(more), ...answers });

  it('says who bills whom for what, with its VAT', async () => {
    one({ customerEntityName: 'Lunds SK' });
    const paper = await screen.findByRole('article');
    expect(paper).toHaveTextContent(/^Betalningsunderlag 2026-17Obetald/);
    expect(paper).toHaveTextContent('TillLunds SKBeställt av Bo Alm');
    expect(paper).toHaveTextContent('Förfaller25 december 2026');
    const lines = within(paper).getByRole('table', { name: 'Rader' });
    expect(lines).toHaveTextContent(/Hel hall, 1 tim25 %1\s234,50\skr/);
    expect(lines).toHaveTextContent(/Varav moms 25 %246,90\skrSumma1\s234,50\skr/);
    expect(screen.getByRole('link', { name: 'Ladda ner PDF' })).toHaveAttribute(
      'href',
      '/api/v1/ledger/41/underlag.pdf',
    );
  });

  it('has its sender as the PDF does: address and numbers, each line once', async () => {
    one({
      sender: {
        address: 'Björkens IF\nAlmgatan 4\n\n222 22 Lund',
        orgNumber: '802000-9992',
        vatNumber: '',
      },
    });
    expect(await screen.findByRole('article')).toHaveTextContent(
      'FrånBjörkens IFAlmgatan 4222 22 LundOrganisationsnummer 802000-9992Till',
    );
  });

  it('is paid by a code, in the app, or by what is copied', async () => {
    const user = userEvent.setup();
    one({ payment });
    const how = await screen.findByRole('region', { name: 'Så betalar du' });
    expect(
      within(how).getByRole('img', { name: /^QR-kod för Swish: 1\s234,50\skr$/ }),
    ).toBeVisible();
    expect(within(how).getByRole('link', { name: 'Öppna Swish' })).toHaveAttribute(
      'href',
      payment.swish.link,
    );
    for (const [name, text] of [
      ['Swish-nummer', '1231181189'],
      ['Bankgiro', '123-4567'],
      ['Belopp', '1234,50'],
      ['Meddelande', '2026-17'],
    ]) {
      await user.click(within(how).getByRole('button', { name: `Kopiera: ${name}` }));
      expect(await navigator.clipboard.readText()).toBe(text);
      expect(within(how).getByRole('status')).toHaveTextContent(`Kopierat: ${name}`);
    }
    expect(within(how).queryByText('Plusgiro')).not.toBeInTheDocument();
  });

  it('that nothing is set for says whom to ask; one that is paid says nothing of paying', async () => {
    const { unmount } = one();
    expect(await screen.findByText('Fråga Björkens IF hur du betalar.')).toBeInTheDocument();
    unmount();
    one({ flStatus: 3, statusText: 'Betald', daPaid: '2026-11-26T09:00:00.000Z', refunded: 5_000 });
    const paper = await screen.findByRole('article');
    expect(paper).toHaveTextContent('Betalt26 november 2026');
    expect(paper).toHaveTextContent(/Återbetalt−50,00\skr$/);
    expect(paper).not.toHaveTextContent('hur du betalar');
  });

  it('that is a refund leads to what it refunds, and is paid out', async () => {
    one({
      kind: 'REFUND',
      amount: -5_000,
      idRefundOf: 40,
      statusText: 'Att betala ut',
      abilities: ['PAY'],
    });
    expect(
      await screen.findByRole('link', { name: 'Det ursprungliga underlaget' }),
    ).toHaveAttribute('href', '/underlag/40');
    expect(await button('Markera som utbetald: 2026-17')).toBeInTheDocument();
    expect(screen.queryByText(/hur du betalar/)).not.toBeInTheDocument();
  });

  it('tells what happened to it, and by whom', async () => {
    const created = { kind: 'CREATED' as const, at: '2026-11-25T09:00:00.000Z', amount: 123_450 };
    const paid = {
      kind: 'PAID' as const,
      at: '2026-11-26T09:00:00.000Z',
      amount: 123_450,
      method: 'SWISH' as const,
      byName: 'Anna Ek',
    };
    one({ events: [created, paid] });
    const history = await screen.findByRole('region', { name: 'Vad som har hänt' });
    const [first, second] = within(history).getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Skapat · 1\s234,50\skr/);
    expect(second).toHaveTextContent(/^Betalt med Swish · 1\s234,50\skr.*av Anna Ek$/);
  });

  it('leads back to the list for who manages it, to their own for others', async () => {
    const { unmount } = one();
    expect(await screen.findByRole('link', { name: 'Alla betalningsunderlag' })).toHaveAttribute(
      'href',
      '/bjorkens-if/underlag',
    );
    unmount();
    one({ idEntity: 9 });
    expect(await screen.findByRole('link', { name: 'Mina bokningar' })).toHaveAttribute(
      'href',
      '/bookings',
    );
  });

  it('that is not there, or is not theirs, says so', async () => {
    at('/underlag/41');
    expect(
      await screen.findByRole('heading', { name: 'Underlaget finns inte' }),
    ).toBeInTheDocument();
  });
});
