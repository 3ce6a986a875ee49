/** One's own vacation: days, periods, applying, absences. */
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '@/test/page.tsx';
import { type Answers, Refusal, signIn, signOut } from '@/test/world.ts';
import { OF, opened } from './opened.tsx';
import { balance, mine, reservation } from './samples.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const MINE = `GET ${OF}/mine`;
const CHECK = `POST ${OF}/check`;

const at = (answers: Answers = {}, search = '') => opened({ [MINE]: mine(), ...answers }, search);

/** What the calls to an address asked for. */
const asked = (path: string) =>
  vi
    .mocked(fetch)
    .mock.calls.map(([input]) => new URL(String(input), window.location.href))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams));

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const applied = reservation({
  abilities: { apply: false, edit: true, approve: false, reject: false, cancel: true },
});

describe('one’s own days', () => {
  it('are one line and its parts', async () => {
    at();
    expect(await screen.findByText('19 dagar kvar av 28')).toBeInTheDocument();
    for (const [name, days] of [
      ['Betalda', '25'],
      ['Sparade', '3'],
      ['Uttagna', '5'],
      ['Ansökta', '4'],
      ['Kvar', '19'],
    ]) {
      expect(screen.getByText(name ?? '').closest('div')).toHaveTextContent(`${name}${days}`);
    }
    expect(
      screen.getByText('3 dagar från 2025/26, ska tas ut senast 31 mars 2031'),
    ).toBeInTheDocument();
    expect(screen.getByText('Du kan spara 5 dagar till nästa semesterår.')).toBeInTheDocument();
  });

  it('are of the holiday year, and of another by its address', async () => {
    at();
    expect(await screen.findByText('Semesterår 2026/27')).toBeInTheDocument();
    expect(asked(`${OF}/mine`)).toEqual([{ year: '2026' }]);
    await userEvent.click(screen.getByRole('link', { name: 'Föregående år' }));
    expect(await screen.findByText('Semesterår 2025/26')).toBeInTheDocument();
    expect(asked(`${OF}/mine`)).toContainEqual({ year: '2025' });
  });

  it('that are too many say so, and what the year lacks is said', async () => {
    at({ [MINE]: mine({ balance: balance({ left: -2 }), warnings: [{ code: 'NO_FOUR_WEEKS' }] }) });
    expect(await screen.findByText('2 dagar mer än du har, utan lön')).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Att tänka på' })).toHaveTextContent(
      'Det blir inte fyra veckor i sträck under juni–augusti.',
    );
  });

  it('cannot be fetched, and are asked for again', async () => {
    const { calls } = at({
      [MINE]: () =>
        calls.filter(({ call }) => call === MINE).length < 2 ? new Refusal(500) : mine(),
    });
    await userEvent.click(await button('Försök igen'));
    expect(await screen.findByText('19 dagar kvar av 28')).toBeInTheDocument();
  });

  it('are none without a network, and it is said', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onlineManager.setOnline(false);
    at();
    expect(await screen.findByRole('heading', { name: 'Du är offline' })).toBeInTheDocument();
    online.mockRestore();
    onlineManager.setOnline(true);
    expect(await screen.findByText('19 dagar kvar av 28')).toBeInTheDocument();
  });
});

describe('one’s own periods', () => {
  it('are none: what then', async () => {
    at();
    expect(await screen.findByText('Ingen semester planerad')).toBeInTheDocument();
    expect(screen.getByText('Ingen anmäld frånvaro.')).toBeInTheDocument();
  });

  it('stand by state, with the days and what was answered', async () => {
    const rejected = reservation({
      idVacationPlanReservation: 42,
      flStatus: 'REJECTED',
      reason: 'Då har vi cup',
      days: 1,
    });
    at({ [MINE]: mine({ reservations: [rejected, applied] }) });
    const waiting = await screen.findByRole('list', { name: 'Väntar på svar' });
    expect(waiting).toHaveTextContent(/28 juni–23 juli 2027Ansökt20 dagar/);
    expect(screen.getByRole('list', { name: 'Avslagna' })).toHaveTextContent(
      /Avslagen1 dagSvar: Då har vi cup/,
    );
    // Only what the server allows.
    expect(within(waiting).getAllByRole('button')).toHaveLength(2);
    expect(
      within(screen.getByRole('list', { name: 'Avslagna' })).queryByRole('button'),
    ).not.toBeInTheDocument();
  });

  it('that is a draft is sent by one tap', async () => {
    const draft = reservation({
      flStatus: 'DRAFT',
      abilities: { apply: true, edit: true, approve: false, reject: false, cancel: true },
    });
    const { bodyOf } = at({
      [MINE]: mine({ reservations: [draft] }),
      'POST /api/v1/vacation/41/apply': applied,
    });
    await userEvent.click(await button('Skicka ansökan för 28 juni–23 juli 2027'));
    await waitFor(() => expect(bodyOf('POST /api/v1/vacation/41/apply')).toEqual({ version: 2 }));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Ansökan är skickad'));
  });

  it('is cancelled after a question, since nothing leads back', async () => {
    const { bodyOf } = at({
      [MINE]: mine({ reservations: [applied] }),
      'POST /api/v1/vacation/41/cancel': reservation({ flStatus: 'CANCELLED' }),
    });
    await userEvent.click(await button('Avboka 28 juni–23 juli 2027'));
    const dialog = await screen.findByRole('dialog', { name: 'Avboka semestern?' });
    expect(bodyOf('POST /api/v1/vacation/41/cancel')).toBeUndefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avboka' }));
    await waitFor(() => expect(bodyOf('POST /api/v1/vacation/41/cancel')).toEqual({ version: 2 }));
  });
});

describe('applying', () => {
  const open = async (answers: Answers = {}) => {
    const page = at({
      [CHECK]: {
        days: 20,
        warnings: [
          {
            code: 'BELOW_MINIMUM',
            group: 1,
            from: '2027-07-05',
            to: '2027-07-09',
            present: 0,
            minimum: 1,
          },
        ],
        balance: balance({ left: 19 }),
      },
      [`POST ${OF}`]: reservation(),
      ...answers,
    });
    await userEvent.click(await button('Ansök om semester'));
    const dialog = await screen.findByRole('dialog', { name: 'Ansök om semester' });
    const fill = async (from: string, to: string) => {
      await userEvent.type(await within(dialog).findByLabelText('Första dagen'), from);
      await userEvent.type(await within(dialog).findByLabelText('Sista dagen'), to);
    };
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Sista dagen')).not.toHaveAttribute('readonly'),
    );
    return { ...page, dialog, fill };
  };

  it('says before the button what it comes to', async () => {
    const { dialog, fill, bodyOf } = await open();
    expect(within(dialog).getByRole('status')).toHaveTextContent('Välj första och sista dagen');
    await fill('2027-06-28', '2027-07-23');
    // Asked for each time: the hint before it is an element of its own.
    await waitFor(() =>
      expect(within(dialog).getByRole('status')).toHaveTextContent('20 dagar räknas som semester.'),
    );
    const status = within(dialog).getByRole('status');
    expect(status).toHaveTextContent('Det är 1 dag mer än du har kvar.');
    expect(status).toHaveTextContent(
      'Kassan blir för få 5–9 juli 2027: 0 på plats, minst 1 behövs.',
    );
    expect(bodyOf(CHECK)).toEqual({ from: '2027-06-28', to: '2027-07-23' });
  });

  it.each([
    ['Skicka ansökan', true],
    ['Spara utkast', false],
  ])('by %s sends apply %s', async (name, apply) => {
    const { dialog, fill, bodyOf } = await open();
    await fill('2027-06-28', '2027-07-23');
    await userEvent.click(within(dialog).getByRole('button', { name }));
    await waitFor(() =>
      expect(bodyOf(`POST ${OF}`)).toEqual({ from: '2027-06-28', to: '2027-07-23', apply }),
    );
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('with days in the wrong order says so and sends nothing', async () => {
    const { dialog, fill, bodyOf } = await open();
    await fill('2027-07-23', '2027-06-28');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skicka ansökan' }));
    expect(await within(dialog).findByText('Sista dagen ligger före den första.')).toBeVisible();
    expect(bodyOf(`POST ${OF}`)).toBeUndefined();
    expect(bodyOf(CHECK)).toBeUndefined();
  });

  it('goes on where the days cannot be counted', async () => {
    const { dialog, fill } = await open({ [CHECK]: new Refusal(500) });
    await fill('2027-06-28', '2027-07-23');
    expect(await within(dialog).findByText(/kunde inte räknas just nu/)).toBeInTheDocument();
  });

  it('over one’s own period says at which field', async () => {
    const { dialog, fill } = await open({ [`POST ${OF}`]: new Refusal(409, 'OVERLAP') });
    await fill('2027-06-28', '2027-07-23');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skicka ansökan' }));
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Första dagen')).toHaveAccessibleDescription(/Nej\./),
    );
  });
});

describe('changing a period', () => {
  const PUT = 'PUT /api/v1/vacation/41';
  const open = async (held: typeof applied, answers: Answers = {}) => {
    const page = at({
      [MINE]: mine({ reservations: [held] }),
      [CHECK]: { days: 20, warnings: [], balance: balance({ left: 23 }) },
      ...answers,
    });
    await userEvent.click(await button('Ändra 28 juni–23 juli 2027'));
    return { ...page, dialog: await screen.findByRole('dialog', { name: 'Ändra semester' }) };
  };

  it('does not stand in its own way, and sends the version', async () => {
    const { dialog, bodyOf } = await open(applied, { [PUT]: applied });
    expect(await within(dialog).findByText(/Du har 3 dagar kvar sedan/)).toBeInTheDocument();
    expect(bodyOf(CHECK)).toEqual({
      from: '2027-06-28',
      to: '2027-07-23',
      idVacationPlanReservation: 41,
    });
    expect(within(dialog).queryByRole('button', { name: 'Skicka ansökan' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await waitFor(() =>
      expect(bodyOf(PUT)).toEqual({ from: '2027-06-28', to: '2027-07-23', note: '', version: 2 }),
    );
  });

  it('of a draft that is sent applies with the version that came', async () => {
    const draft = { ...applied, flStatus: 'DRAFT' as const };
    const { dialog, bodyOf } = await open(draft, {
      [PUT]: { ...draft, version: 3 },
      'POST /api/v1/vacation/41/apply': applied,
    });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Skicka ansökan' }));
    await waitFor(() => expect(bodyOf('POST /api/v1/vacation/41/apply')).toEqual({ version: 3 }));
  });

  it('that somebody else has changed is fetched anew', async () => {
    const { dialog } = await open(applied, {
      [PUT]: new Refusal(409, 'STALE'),
      'GET /api/v1/vacation/41': { ...applied, to: '2027-07-16', version: 3 },
    });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Spara' }));
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Hämta den senaste' }));
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Sista dagen')).toHaveValue('2027-07-16'),
    );
  });
});

describe('being away for something else', () => {
  it('has a sort and days, and no field for why', async () => {
    const { bodyOf } = at({ [`POST ${OF}/absences`]: { idAbsence: 5 } });
    await userEvent.click(await button('Anmäl frånvaro'));
    const dialog = await screen.findByRole('dialog', { name: 'Anmäl frånvaro' });
    expect(dialog).toHaveTextContent('Skriv aldrig någon medicinsk orsak.');
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Sista dagen')).not.toHaveAttribute('readonly'),
    );
    await userEvent.selectOptions(within(dialog).getByLabelText('Slag'), 'Föräldraledig');
    await userEvent.type(within(dialog).getByLabelText('Första dagen'), '2027-01-11');
    await userEvent.type(within(dialog).getByLabelText('Sista dagen'), '2027-01-15');
    expect(within(dialog).getAllByRole('textbox')).toHaveLength(2);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anmäl' }));
    await waitFor(() =>
      expect(bodyOf(`POST ${OF}/absences`)).toEqual({
        kind: 'PARENTAL',
        from: '2027-01-11',
        to: '2027-01-15',
      }),
    );
  });

  it('is listed, and removed after a question', async () => {
    const { calls } = at({
      [MINE]: mine({
        absences: [
          {
            idAbsence: 5,
            idEntity: 3,
            idAuthUser: 1,
            kind: 'TRAINING',
            from: '2027-01-11',
            to: '2027-01-11',
            daCreated: '2027-01-01T00:00:00Z',
          },
        ],
      }),
      'DELETE /api/v1/vacation/absences/5': undefined,
    });
    await userEvent.click(await button('Ta bort Utbildning, 11 januari 2027'));
    const dialog = await screen.findByRole('dialog', { name: 'Ta bort frånvaron?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain('DELETE /api/v1/vacation/absences/5'),
    );
  });
});
