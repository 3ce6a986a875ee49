/** What managers do: answer applications, keep employees and groups. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, Refusal, signIn, signOut } from '@/test/world.ts';
import { OF, opened } from './opened.tsx';
import {
  anna,
  bo,
  employee,
  person,
  reservation,
  settings,
  siv,
  year,
  yearPerson,
} from './samples.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const LIST = `GET ${OF}/applications`;
const EMPLOYEES = `GET ${OF}/employees`;

const at = (tab: string, answers: Answers = {}) =>
  opened(
    {
      [EMPLOYEES]: { content: [employee(), employee({ user: siv, saved: [], version: 1 })] },
      [`GET ${OF}`]: year(),
      ...answers,
    },
    `?tab=${tab}`,
  );

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const decides = { apply: false, edit: false, approve: true, reject: true, cancel: true };
const asked = reservation({
  user: bo,
  note: 'Bröllop',
  abilities: decides,
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
});

describe('an application', () => {
  const APPROVE = 'POST /api/v1/vacation/41/approve';
  const at41 = (answers: Answers = {}) =>
    at('applications', { [LIST]: { content: [asked] }, ...answers });

  it('has its warnings, and who else is away then', async () => {
    at41({
      [`GET ${OF}`]: year({
        from: '2027-04-01',
        to: '2028-03-31',
        people: [
          // Whoever asks is not somebody else.
          yearPerson({
            periods: [
              { from: '2027-06-28', to: '2027-07-23', kind: 'VACATION', flStatus: 'APPLIED' },
            ],
          }),
          yearPerson({
            user: siv,
            periods: [
              { from: '2027-07-19', to: '2027-08-08', kind: 'VACATION', flStatus: 'APPROVED' },
            ],
          }),
          yearPerson({
            user: anna,
            periods: [{ from: '2027-07-26', to: '2027-08-08', kind: 'ABSENCE' }],
          }),
          yearPerson({
            user: person(10, 'Eva Berg'),
            periods: [{ from: '2027-06-01', to: '2027-08-31', kind: 'ABSENCE' }],
          }),
        ],
      }),
    });
    const one = await screen.findByRole('article', { name: 'Bo Alm, 28 juni–23 juli 2027' });
    expect(one).toHaveTextContent('20 dagar');
    expect(one).toHaveTextContent('Meddelande: Bröllop');
    expect(one).toHaveTextContent('Kassan blir för få 5–9 juli 2027: 0 på plats, minst 1 behövs.');
    expect(
      await within(one).findByText('Siv Lund, 19–23 juli 2027 (godkänd semester)'),
    ).toBeVisible();
    expect(one).toHaveTextContent('Eva Berg, hela tiden (borta)');
    expect(one).not.toHaveTextContent('Anna Ek');
    expect(one).not.toHaveTextContent('Bo Alm, ');
  });

  it('is approved by one tap, and what is left is a question', async () => {
    const approved = { ...asked, flStatus: 'APPROVED', version: 3 };
    const { bodyOf } = at41({
      [APPROVE]: approved,
      'POST /api/v1/vacation/41/cancel': { ...approved, flStatus: 'CANCELLED' },
    });
    await userEvent.click(await button('Godkänn: Bo Alm, 28 juni–23 juli 2027'));
    await waitFor(() => expect(bodyOf(APPROVE)).toEqual({ version: 2 }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    const { message } = toasts()[0] as { message: React.ReactElement };
    draw(message);
    await userEvent.click(await button('Ta tillbaka'));
    const dialog = await screen.findByRole('dialog', { name: 'Ta tillbaka godkännandet?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avboka' }));
    // By the version that came with the approval.
    await waitFor(() => expect(bodyOf('POST /api/v1/vacation/41/cancel')).toEqual({ version: 3 }));
  });

  it('that stands otherwise by now says so and is asked for anew', async () => {
    const { calls } = at41({ [APPROVE]: new Refusal(409, 'NOT_ACTIVE') });
    await userEvent.click(await button(/^Godkänn/));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Nej.'));
    await waitFor(() => expect(calls.filter(({ call }) => call === LIST)).toHaveLength(2));
  });

  it('is turned down with a reason', async () => {
    const REJECT = 'POST /api/v1/vacation/41/reject';
    const { bodyOf } = at41({ [REJECT]: { ...asked, flStatus: 'REJECTED' } });
    await userEvent.click(await button('Avslå: Bo Alm, 28 juni–23 juli 2027'));
    const dialog = await screen.findByRole('dialog', { name: 'Avslå ansökan från Bo Alm' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avslå' }));
    expect(await within(dialog).findByText(/^Skriv varför/)).toBeVisible();
    expect(bodyOf(REJECT)).toBeUndefined();
    await userEvent.type(within(dialog).getByLabelText('Varför'), 'Då har vi cup');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Avslå' }));
    await waitFor(() => expect(bodyOf(REJECT)).toEqual({ reason: 'Då har vi cup', version: 2 }));
  });

  it('of one’s own is answered by somebody else', async () => {
    at('applications', {
      [LIST]: {
        content: [
          { ...asked, user: anna, abilities: { ...decides, approve: false, reject: false } },
        ],
      },
    });
    expect(
      await screen.findByText('Din egen ansökan besvaras av någon annan.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Godkänn/ })).not.toBeInTheDocument();
  });

  it('is none: what then; and more come by pages', async () => {
    const { unmount } = at('applications');
    expect(await screen.findByText('Inga ansökningar väntar')).toBeInTheDocument();
    unmount();
    const { calls } = at('applications', {
      [LIST]: () =>
        calls.filter(({ call }) => call === LIST).length < 2
          ? { content: [asked], next: 'x' }
          : { content: [{ ...asked, idVacationPlanReservation: 42, user: siv }] },
    });
    await userEvent.click(await button('Visa fler'));
    expect(await screen.findByRole('article', { name: /^Siv Lund/ })).toBeInTheDocument();
  });
});

describe('the employees', () => {
  it('are listed with their terms, and as a file', async () => {
    at('employees');
    const one = await screen.findByRole('article', { name: 'Bo Alm' });
    expect(one).toHaveTextContent(
      'Anställd sedan 15 augusti 2024 · 75 % · 28 dagar per år · 3 sparade dagar',
    );
    const file = screen.getByRole('link', { name: 'Ladda ner CSV' });
    expect(file).toHaveAttribute('href', `${OF}/export?year=2026`);
    await userEvent.selectOptions(screen.getByLabelText('Semesterår'), '2025/26');
    expect(file).toHaveAttribute('href', `${OF}/export?year=2025`);
  });

  it('are none: what then', async () => {
    at('employees', { [EMPLOYEES]: { content: [] } });
    expect(await screen.findByText('Inga anställda än')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Ladda ner CSV' })).not.toBeInTheDocument();
  });

  it('are added from the organisation’s members', async () => {
    const { bodyOf } = at('employees', {
      'GET /api/v1/entities/3/relations': {
        content: [{ userId: 7, displayName: 'Anna Ek', userName: 'anna-ek', profileImage: null }],
        hasMore: false,
      },
      [`PUT ${OF}/employees/7`]: employee({ user: anna }),
    });
    await userEvent.click(await button('Lägg till anställd'));
    const dialog = await screen.findByRole('dialog', { name: 'Lägg till anställd' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg till' }));
    expect(await within(dialog).findByText('Välj vem det gäller.')).toBeVisible();
    await userEvent.type(within(dialog).getByRole('combobox', { name: 'Person' }), 'Anna');
    await userEvent.click(await screen.findByRole('option', { name: /Anna Ek/, hidden: true }));
    await userEvent.type(within(dialog).getByLabelText('Anställd från och med'), '2026-10-01');
    await userEvent.type(within(dialog).getByLabelText('Från 2024/25'), '2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lägg till' }));
    await waitFor(() =>
      expect(bodyOf(`PUT ${OF}/employees/7`)).toEqual({
        employedFrom: '2026-10-01',
        share: 100,
        daysPerYear: 25,
        saved: [{ year: 2024, days: 2 }],
      }),
    );
  });

  it('are changed by version; what somebody else has changed is fetched anew', async () => {
    const PUT = `PUT ${OF}/employees/8`;
    const { calls, bodyOf } = at('employees', {
      [PUT]: new Refusal(409, 'STALE'),
      [EMPLOYEES]: () => ({
        content: [
          calls.some(({ call }) => call === PUT) ? employee({ share: 50, version: 5 }) : employee(),
        ],
      }),
    });
    await userEvent.click(await button('Ändra Bo Alm'));
    const dialog = await screen.findByRole('dialog', { name: 'Ändra Bo Alm' });
    const share = await within(dialog).findByLabelText('Andel av heltid, procent');
    await userEvent.clear(share);
    await userEvent.type(share, '80');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await waitFor(() => expect(bodyOf(PUT)).toMatchObject({ share: 80, version: 4 }));
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Hämta de senaste' }));
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Andel av heltid, procent')).toHaveValue('50'),
    );
  });

  it('are planned for by a manager', async () => {
    const { calls, bodyOf } = at('employees', { [`POST ${OF}`]: asked });
    await userEvent.click(await button('Lägg in semester för Bo Alm'));
    const dialog = await screen.findByRole('dialog', { name: 'Semester för Bo Alm' });
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Sista dagen')).not.toHaveAttribute('readonly'),
    );
    await userEvent.type(within(dialog).getByLabelText('Första dagen'), '2027-06-28');
    await userEvent.type(within(dialog).getByLabelText('Sista dagen'), '2027-07-23');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skicka ansökan' }));
    await waitFor(() => expect(bodyOf(`POST ${OF}`)).toMatchObject({ idAuthUser: 8 }));
    // What would be one's own balance is not asked for.
    expect(calls.map(({ call }) => call)).not.toContain(`POST ${OF}/check`);
  });

  it('are removed after a question', async () => {
    const { calls } = at('employees', { [`DELETE ${OF}/employees/9`]: undefined });
    await userEvent.click(await button('Ta bort Siv Lund'));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain(`DELETE ${OF}/employees/9`),
    );
  });
});

describe('the settings', () => {
  const PUT = `PUT ${OF}/settings`;

  it('have the holiday year, saved with the rest as it was', async () => {
    const { bodyOf } = at('settings', { [PUT]: settings({ holidayYear: 'CALENDAR', version: 4 }) });
    await userEvent.click(await screen.findByRole('radio', { name: /^1 januari/ }));
    await userEvent.click(await button('Spara'));
    await waitFor(() =>
      expect(bodyOf(PUT)).toEqual({
        holidayYear: 'CALENDAR',
        // Anna, 7, is no longer employed: the server takes nobody else.
        groups: [{ id: 1, name: 'Kassan', users: [8], minimum: 1 }],
        version: 3,
      }),
    );
  });

  it('have groups: a new one with its people and minimum', async () => {
    const { bodyOf } = at('settings', { [PUT]: settings({ version: 4 }) });
    await userEvent.click(await button('Ny grupp'));
    const dialog = await screen.findByRole('dialog', { name: 'Ny grupp' });
    await userEvent.type(within(dialog).getByLabelText('Namn'), 'kassan');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Siv Lund' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    expect(await within(dialog).findByText(/redan en grupp/)).toBeVisible();
    await userEvent.clear(within(dialog).getByLabelText('Namn'));
    await userEvent.type(within(dialog).getByLabelText('Namn'), 'Köket');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    await waitFor(() =>
      expect(bodyOf(PUT)).toMatchObject({
        groups: [{ id: 1 }, { name: 'Köket', users: [9], minimum: 1 }],
        version: 3,
      }),
    );
  });

  it('say who has left a group, and what is stale', async () => {
    at('settings', { [PUT]: new Refusal(409, 'STALE') });
    await userEvent.click(await button('Ändra Kassan'));
    const dialog = await screen.findByRole('dialog', { name: 'Ändra grupp' });
    expect(dialog).toHaveTextContent('En person i gruppen är inte längre anställd');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
    expect(await within(dialog).findByText(/^Någon annan har ändrat/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Hämta de senaste' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('lose a group after a question', async () => {
    const { bodyOf } = at('settings', { [PUT]: settings({ groups: [], version: 4 }) });
    await userEvent.click(await button('Ta bort Kassan'));
    const dialog = await screen.findByRole('dialog', { name: 'Ta bort gruppen Kassan?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() => expect(bodyOf(PUT)).toMatchObject({ groups: [], version: 3 }));
  });
});
