/** What one is to pay oneself, and how an organisation is paid. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, bjorken, network, Refusal, signIn, signOut } from '@/test/world.ts';
import PaymentsPage from './PaymentsPage.tsx';
import { entry, page, settings } from './samples.ts';
import ToPay from './ToPay.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const MINE = 'GET /api/v1/ledger/mine';
const SETTINGS = 'GET /api/v1/entities/3/ledger-settings';

const at = (path: string, answers: Answers = {}) => {
  const calls = network(answers);
  const view = draw(
    <Routes>
      <Route path="/settings/payments" element={<PaymentsPage />} />
      <Route path="/bookings" element={<ToPay />} />
    </Routes>,
    path,
  );
  return { ...view, calls, bodyOf: (call: string) => calls.find((one) => one.call === call)?.body };
};

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('what is to be paid', () => {
  it('is what is open of mine, what is due first on top', async () => {
    const late = entry({
      idBookingLedger: 43,
      text: 'Bastun',
      statusText: 'Förfallen',
      dueDate: '2026-11-20',
    });
    const refund = entry({ idBookingLedger: 44, kind: 'REFUND', amount: -100 });
    const done = entry({ idBookingLedger: 45, flStatus: 3 });
    at('/bookings', { [MINE]: page([entry(), late, refund, done]) });
    const owed = await screen.findByRole('list', { name: 'Att betala' });
    const rows = within(owed).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent(/^BastunFörfallen.*Förföll 20 november 2026/);
    expect(within(owed).getByRole('link', { name: 'Betala Bastun, 2026-17' })).toHaveAttribute(
      'href',
      '/underlag/43',
    );
  });

  it('is nothing: nothing is said', async () => {
    const { calls, container } = at('/bookings', { [MINE]: page([]) });
    await waitFor(() => expect(calls.some(({ call }) => call === MINE)).toBe(true));
    expect(container).not.toHaveTextContent('Att betala');
  });

  it('that cannot be fetched says so', async () => {
    at('/bookings', { [MINE]: new Refusal(500) });
    expect(await button('Försök igen')).toBeInTheDocument();
  });
});

describe('settings', () => {
  const shown = (answers: Answers = {}) =>
    at('/settings/payments?organization=3', { [SETTINGS]: settings(), ...answers });

  it('are saved with the version that was read', async () => {
    const { bodyOf } = shown({
      'PUT /api/v1/entities/3/ledger-settings': settings({ version: 3 }),
    });
    const terms = await screen.findByLabelText('Förfaller efter så många dagar');
    await userEvent.clear(terms);
    await userEvent.type(terms, '14');
    await userEvent.type(screen.getByLabelText('Bankgiro'), '5050-1055');
    await userEvent.click(screen.getByRole('switch'));
    await userEvent.click(await button('Spara'));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Sparat'));
    expect(bodyOf('PUT /api/v1/entities/3/ledger-settings')).toEqual(
      settings({ paymentTerms: 14, bankgiro: '5050-1055', stopOverdue: true }),
    );
  });

  it('say what is wrong with a number once one goes on, until it is right', async () => {
    shown();
    const bankgiro = await screen.findByLabelText('Bankgiro');
    await userEvent.type(bankgiro, '5050-1056');
    expect(screen.queryByText(/den sista stämmer inte/)).not.toBeInTheDocument();
    await userEvent.tab();
    expect(screen.getByText(/den sista stämmer inte/)).toBeInTheDocument();
    expect(bankgiro).toBeInvalid();
    await userEvent.clear(bankgiro);
    await userEvent.type(bankgiro, '5050-1055');
    expect(bankgiro).not.toBeInvalid();
  });

  it('with wrong numbers are not sent, and say of each what is wrong', async () => {
    const { calls } = shown();
    await userEvent.clear(await screen.findByLabelText('Swish-nummer'));
    await userEvent.type(screen.getByLabelText('Swish-nummer'), '123 456');
    await userEvent.type(screen.getByLabelText('Plusgiro'), 'tjugo');
    await userEvent.click(await button('Spara'));
    expect(screen.getByText(/^Det är 6 siffror\. Ett Swish-nummer har tio/)).toBeInTheDocument();
    expect(screen.getByText(/^Skriv plusgironumret med/)).toBeInTheDocument();
    expect(screen.getByLabelText('Swish-nummer')).toHaveFocus();
    expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(false);
  });

  it('with a wrong account unfold it', async () => {
    shown();
    const bank = await screen.findByLabelText('Bank');
    expect(bank.closest('details')).not.toHaveAttribute('open');
    await userEvent.clear(bank);
    await userEvent.click(await button('Spara'));
    expect(bank.closest('details')).toHaveAttribute('open');
    expect(bank).toHaveFocus();
    expect(screen.getByText('Skriv ett kontonummer med fyra siffror.')).toBeInTheDocument();
  });

  it('that somebody else has changed say so, and can be seen as they are', async () => {
    const answers = [settings(), settings({ version: 5, orgNumber: '802000-9999' })];
    shown({
      [SETTINGS]: () => answers.shift(),
      'PUT /api/v1/entities/3/ledger-settings': new Refusal(409, 'MOVED_ON'),
    });
    await userEvent.click(await button('Spara'));
    expect(await screen.findByText(/^Någon annan har ändrat/)).toBeInTheDocument();
    await userEvent.click(await button('Visa det som gäller'));
    expect(await screen.findByDisplayValue('802000-9999')).toBeInTheDocument();
  });

  it('are chosen by organisation, and are not for whoever does not manage it', async () => {
    const other = { ...bjorken, idEntity: 4, entityName: 'Lunds SK' };
    const two = { content: [bjorken, other], page: 0, size: 50, hasMore: false };
    const { unmount } = at('/settings/payments', { 'GET /api/v1/me/entities': two });
    expect(await screen.findByRole('link', { name: 'Lunds SK' })).toHaveAttribute(
      'href',
      '/settings/payments?organization=4',
    );
    unmount();
    shown({ [SETTINGS]: new Refusal(403, 'ROLE_TOO_LOW') });
    expect(await screen.findByText('Du sköter inte betalningar här')).toBeInTheDocument();
  });
});
