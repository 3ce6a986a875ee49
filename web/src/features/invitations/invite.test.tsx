/** Inviting: one address, a link, many from a list; whom the organisation has invited. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import {
  type Answers,
  bjorken,
  membership,
  network,
  Refusal,
  signIn,
  signOut,
} from '@/test/world.ts';
import InvitePage from './InvitePage.tsx';
import type { Batch, BatchRow, Invitation, InviteLink } from './types.ts';
import WherePage from './WherePage.tsx';

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  signOut();
});

const OF = '/api/v1/entities/3';
const club = {
  ...bjorken,
  membershipMode: 'OPEN',
  myApplication: null,
  liked: false,
  nrLikes: 0,
  abilities: ['MANAGE_RELATIONS', 'GRANT_ADMINISTRATOR'],
  created: '2026-01-01T12:00:00.000Z',
};
const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });

const invitation = (change: Partial<Invitation> = {}): Invitation => ({
  idEntityInvitation: 11,
  idEntity: 3,
  email: 'ny@exempel.se',
  relationType: 'MEMBER',
  txRelationType: 'MEMBER',
  kind: 'MEMBERSHIP',
  state: 'PENDING',
  created: new Date().toISOString(),
  expires: '2099-12-31T12:00:00.000Z',
  resent: 0,
  canResend: true,
  displayName: null,
  ...change,
});

const batch = (change: Partial<Batch> = {}): Batch => ({
  idBatchInvitation: 21,
  idEntity: 3,
  status: 'RUNNING',
  total: 3,
  sent: 1,
  skipped: 0,
  failed: 0,
  waiting: 2,
  created: '2026-11-29T12:00:00.000Z',
  rows: [],
  ...change,
});

const row = (number: number, email: string, code: BatchRow['code'] = 'WAITING'): BatchRow => ({
  row: number,
  email,
  relationType: 'MEMBER',
  code,
});

function opened(answers: Answers = {}, search = '') {
  const calls = network({
    'GET /api/public/entities/bjorkens-if': club,
    [`GET ${OF}/invitation-batches`]: list([]),
    ...answers,
  });
  const view = draw(
    <Routes>
      <Route path="/:entitySlug/inbjudningar" element={<InvitePage />} />
      <Route path="/members/invite" element={<WherePage />} />
    </Routes>,
    search.startsWith('/') ? search : `/bjorkens-if/inbjudningar${search}`,
  );
  return { ...view, calls, bodyOf: (call: string) => calls.find((one) => one.call === call)?.body };
}

describe('the page', () => {
  it('is for who manages the organisation', async () => {
    opened({ 'GET /api/public/entities/bjorkens-if': { ...club, abilities: ['SEE_RELATIONS'] } });
    expect(await screen.findByRole('heading', { name: 'Du kan inte bjuda in här' })).toBeVisible();
  });

  it('is found from the create dialog', async () => {
    const { at } = opened({ 'GET /api/v1/me/entities': list([bjorken]) }, '/members/invite');
    await waitFor(() => expect(at()).toBe('/bjorkens-if/inbjudningar'));
  });

  it('asks which organisation where there are several', async () => {
    const others = [bjorken, membership(4, 'ADMINISTRATOR'), membership(5, 'MEMBER')];
    opened({ 'GET /api/v1/me/entities': list(others) }, '/members/invite');
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/bjorkens-if/inbjudningar',
      '/organisation-4/inbjudningar',
    ]);
  });
});

describe('one address', () => {
  it('is invited once, with what was written', async () => {
    const { bodyOf } = opened({ [`POST ${OF}/invitations`]: invitation() });
    await userEvent.type(await screen.findByLabelText('E-postadress'), 'ny@exempel.se');
    await userEvent.type(screen.getByLabelText('Hälsning (valfritt)'), 'Kom med!');
    await userEvent.selectOptions(screen.getByLabelText('Roll'), 'Ledare');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka inbjudan' }));
    expect(await screen.findByText('Inbjudan skickad (ny@exempel.se)')).toBeVisible();
    expect(bodyOf(`POST ${OF}/invitations`)).toEqual({
      email: 'ny@exempel.se',
      relationType: 'LEADER',
      message: 'Kom med!',
    });
    expect(screen.getByLabelText('E-postadress')).toHaveValue('');
  });

  it('that is invited already is said to be', async () => {
    const before = invitation({ created: '2026-01-01T12:00:00.000Z' });
    opened({ [`POST ${OF}/invitations`]: before });
    await userEvent.type(await screen.findByLabelText('E-postadress'), 'ny@exempel.se');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka inbjudan' }));
    expect(await screen.findByText(/har redan en inbjudan/)).toBeVisible();
  });

  it('is not offered roles that one may not give', async () => {
    const abilities = ['MANAGE_RELATIONS'];
    opened({ 'GET /api/public/entities/bjorkens-if': { ...club, abilities } });
    const roles = within(await screen.findByLabelText('Roll')).getAllByRole('option');
    const names = roles.map(({ textContent }) => textContent);
    expect(names).toContain('Medlem');
    for (const none of ['Ägare', 'Administratör', 'Elev']) expect(names).not.toContain(none);
  });
});

describe('a link', () => {
  const link = (change: Partial<InviteLink> = {}): InviteLink => ({
    idInviteLink: 31,
    idEntity: 3,
    relationType: 'MEMBER',
    maxUses: 30,
    used: 2,
    created: '2026-11-01T12:00:00.000Z',
    expires: '2099-12-31T12:00:00.000Z',
    open: true,
    url: 'http://kalender.test/inbjudan/l1-hemlig',
    ...change,
  });

  it('shows its code, and leads nowhere once it is taken away', async () => {
    let all = [link()];
    const { calls } = opened(
      {
        [`GET ${OF}/invite-links`]: () => list(all),
        'DELETE /api/v1/invite-links/31': () => {
          all = [link({ open: false, url: null })];
        },
      },
      '?tab=link',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Visa QR-kod' }));
    expect(await screen.findByRole('img', { name: 'QR-kod för inbjudan' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ta bort länken' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort länken' }));
    expect(await screen.findByText(/leder inte längre in/)).toBeVisible();
    expect(calls.map(({ call }) => call)).toContain('DELETE /api/v1/invite-links/31');
  });

  it('is offered for no role that manages', async () => {
    opened({ [`GET ${OF}/invite-links`]: list([]) }, '?tab=link');
    const roles = within(await screen.findByLabelText('Roll')).getAllByRole('option');
    const names = roles.map(({ textContent }) => textContent);
    for (const none of ['Ägare', 'Administratör', 'Moderator']) expect(names).not.toContain(none);
  });
});

describe('many', () => {
  it('are looked at, mended in place and sent', async () => {
    let looks = 0;
    const { bodyOf, calls } = opened(
      {
        [`POST ${OF}/invitation-batches/preview`]: () => {
          looks += 1;
          const second = looks === 1 ? row(2, 'fel', 'INVALID_EMAIL') : row(2, 'ratt@exempel.se');
          return { total: 2, good: looks, rows: [row(1, 'a@exempel.se'), second] };
        },
        [`POST ${OF}/invitation-batches`]: batch(),
        'GET /api/v1/invitation-batches/21': batch({
          status: 'COMPLETED',
          sent: 2,
          waiting: 0,
          total: 2,
        }),
      },
      '?tab=many',
    );
    await userEvent.type(await screen.findByLabelText('Adresser'), 'a@exempel.se\nfel');
    await userEvent.click(screen.getByRole('button', { name: 'Granska listan' }));
    expect(await screen.findByText('Rad 2: Ingen giltig e-postadress')).toBeVisible();
    expect(screen.getByText(/1 person får en inbjudan. 1 rad behöver rättas/)).toBeVisible();
    const field = screen.getByLabelText('E-postadress på rad 2');
    await userEvent.clear(field);
    await userEvent.type(field, 'ratt@exempel.se');
    expect(screen.queryByRole('button', { name: /^Skicka till/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Granska igen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Skicka till 2 personer' }));
    expect(await screen.findByText('Utskicket är klart.')).toBeVisible();
    expect(bodyOf(`POST ${OF}/invitation-batches`)).toEqual({
      rows: [
        { email: 'a@exempel.se', relationType: 'MEMBER' },
        { email: 'ratt@exempel.se', relationType: 'MEMBER' },
      ],
    });
    expect(calls.filter(({ call }) => call.endsWith('/preview'))).toHaveLength(2);
  });

  it('say what is wrong with a list as a whole', async () => {
    opened(
      { [`POST ${OF}/invitation-batches/preview`]: new Refusal(429, 'RATE_LIMITED', 60) },
      '?tab=many',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Granska listan' }));
    expect(await screen.findByText('Klistra in adresser eller välj en fil.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Adresser'), 'a@exempel.se');
    await userEvent.click(screen.getByRole('button', { name: 'Granska listan' }));
    await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
    expect(screen.getByLabelText('Adresser')).toHaveValue('a@exempel.se');
  });

  it('that are on their way are followed, and what failed is mended', async () => {
    const rows = [row(3, 'borta@exempel.se', 'REFUSED')];
    const done = batch({ status: 'COMPLETED', sent: 2, failed: 1, waiting: 0, rows });
    opened(
      {
        [`GET ${OF}/invitation-batches`]: list([batch()]),
        'GET /api/v1/invitation-batches/21': done,
      },
      '?tab=many',
    );
    expect(await screen.findByText('2 skickade · 0 överhoppade · 1 misslyckade')).toBeVisible();
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(3);
    expect(screen.getByRole('link', { name: 'Hämta som CSV' })).toHaveAttribute(
      'href',
      '/api/v1/invitation-batches/21/rows.csv',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Rätta och skicka om 1 rad' }));
    expect(await screen.findByLabelText('E-postadress på rad 1')).toHaveValue('borta@exempel.se');
  });
});

describe('whom one has invited', () => {
  it('is sent again and taken back', async () => {
    let all = [
      invitation(),
      invitation({ idEntityInvitation: 12, email: 'b@exempel.se', state: 'ACCEPTED' }),
    ];
    const { calls } = opened(
      {
        [`GET ${OF}/invitations`]: () => list(all),
        'POST /api/v1/invitations/11/resend': invitation({ resent: 1 }),
        'DELETE /api/v1/invitations/11': () => {
          all = [invitation({ state: 'REVOKED' })];
        },
      },
      '?tab=sent',
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Skicka igen till ny@exempel.se' }),
    );
    await waitFor(() =>
      expect(toasts().map(({ message }) => message)).toEqual(['Inbjudan skickad']),
    );
    expect(screen.getAllByRole('button')).toHaveLength(2);
    await userEvent.click(
      screen.getByRole('button', { name: 'Dra tillbaka inbjudan till ny@exempel.se' }),
    );
    expect(await screen.findByText(/Tillbakadragen/)).toBeVisible();
    expect(calls.map(({ call }) => call)).toContain('DELETE /api/v1/invitations/11');
  });
});
