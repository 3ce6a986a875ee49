/** The pages of the administration in their states: what is shown, done and said. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, membership, network, Refusal, signIn, signOut } from '@/test/world.ts';
import AdminCard from './AdminCard.tsx';
import AdminLink from './AdminLink.tsx';
import AdminPage from './AdminPage.tsx';
import { administration, anna, bo, entry, job, person, resting, whole } from './samples.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const OF = '/api/v1/entities/3/administration';
const LOG = '/api/v1/entities/3/audit';
const DAYS = [
  { date: '2026-11-24', messages: 9, activeMembers: 3 },
  { date: '2026-11-25', messages: 4, activeMembers: 5 },
];
const SERIES = [
  { kind: 'EVENTS_CREATED', counts: [0, 0] },
  { kind: 'TASKS_COMPLETED', counts: [1, 6] },
  { kind: 'OF_A_LATER_VERSION', counts: [3, 3] },
];

const at = (path: string, answers: Answers = {}) => {
  const calls = network({
    [`GET ${OF}`]: administration(),
    [`GET ${OF}/activity`]: {
      from: '2026-10-27',
      to: '2026-11-25',
      days: DAYS,
      series: SERIES,
    },
    [`GET ${OF}/jobs`]: whole([job()]),
    [`GET ${OF}/resting`]: whole([resting()]),
    [`GET ${LOG}`]: whole([entry()]),
    'GET /api/v1/entities/3/relations': whole([]),
    ...answers,
  });
  const view = draw(
    <Routes>
      <Route path="/admin" element={<AdminPage />} />
      <Route path="/admin/:entitySlug" element={<AdminPage />} />
      <Route path="/:entitySlug" element={<AdminCard {...organisation} />} />
      <Route path="*" element={null} />
    </Routes>,
    path,
  );
  return { ...view, calls };
};
const organisation = {
  kind: 'entity',
  id: 3,
  name: 'Björkens IF',
  slug: 'bjorkens-if',
  entityType: 'sports-club',
} as const;

/** What the calls to an address asked for. */
const asked = (path: string) =>
  vi
    .mocked(fetch)
    .mock.calls.map(([input]) => new URL(String(input), window.location.href))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams));

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('who may not', () => {
  it.each([
    ['without the right', { [`GET ${OF}`]: new Refusal(403, 'ROLE_TOO_LOW') }],
    [
      'where there is no organisation',
      { 'GET /api/public/entities/bjorkens-if': new Refusal(404) },
    ],
  ])('sees a page that says so, %s', async (_, answers) => {
    at('/admin/bjorkens-if', answers);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Här administreras organisationen' }),
    ).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('sees the same of the platform', async () => {
    at('/admin', { 'GET /api/v1/entities/1/administration': new Refusal(403, 'ROLE_TOO_LOW') });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Här administreras plattformen' }),
    ).toBeInTheDocument();
  });

  it('and tries again where the server failed', async () => {
    let calls = 0;
    at('/admin/bjorkens-if', {
      [`GET ${OF}`]: () => {
        calls += 1;
        return calls === 1 ? new Refusal(500) : administration();
      },
    });
    await userEvent.click(await button('Försök igen'));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Administration – Björkens IF' }),
    ).toBeInTheDocument();
  });
});

describe('the overview', () => {
  it('has the numbers, each leading to its part, and those that wait beside their tabs', async () => {
    at('/admin/bjorkens-if');
    const numbers = await screen.findByRole('region', { name: 'I korthet' });
    const links = within(numbers).getAllByRole('link');
    expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      ['Använd lagring 12 MB', '/admin/bjorkens-if?tab=storage'],
      ['Misslyckade jobb 1', '/admin/bjorkens-if?tab=jobs'],
      ['Adresser som vilar 0', '/admin/bjorkens-if?tab=addresses'],
    ]);
    const tabs = within(screen.getByRole('navigation')).getAllByRole('link');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Översikt',
      'Personer',
      'Lagring',
      'Jobb1',
      'Adresser',
      'Logg',
    ]);
  });

  it('has activity as plots in words and as tables, for as long as is chosen', async () => {
    const { at: where } = at('/admin/bjorkens-if');
    expect(
      await screen.findByRole('img', {
        name: 'Stapeldiagram: 13 meddelanden på 2 dagar, flest tisdag 24 november. Samma tal finns i tabellen.',
      }),
    ).toBeInTheDocument();
    expect(
      screen.getByRole('img', {
        name: 'Stapeldiagram: aktiva medlemmar per dag, flest onsdag 25 november med 5. Samma tal finns i tabellen.',
      }),
    ).toBeInTheDocument();
    // Of other areas what there is any of, if it is known here.
    expect(
      screen.getByRole('img', {
        name: 'Stapeldiagram: 7 klara uppgifter på 2 dagar, flest onsdag 25 november. Samma tal finns i tabellen.',
      }),
    ).toBeInTheDocument();
    const tables = screen.getAllByText('Visa som tabell');
    expect(tables).toHaveLength(3);
    await userEvent.click(tables[0] as HTMLElement);
    const rows = within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Dag', 'Meddelanden'],
      ['onsdag 25 november', '4'],
      ['tisdag 24 november', '9'],
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Period'), '90 dagar');
    expect(where()).toBe('/admin/bjorkens-if?dagar=90');
    expect(asked(`${OF}/activity`)).toEqual([{ days: '30' }, { days: '90' }]);
  });

  it('without any activity says what will stand there', async () => {
    const days = DAYS.map((day) => ({ ...day, messages: 0, activeMembers: 0 }));
    at('/admin/bjorkens-if', { [`GET ${OF}/activity`]: { days, series: [] } });
    expect(await screen.findByText('Ingen aktivitet än')).toBeInTheDocument();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('people', () => {
  const entity = {
    idEntity: 3,
    entityName: 'Björkens IF',
    entitySlug: 'bjorkens-if',
    entityType: 'sports-club',
    membershipMode: 'OPEN',
    image: null,
    txRelationType: 'OWNER',
    abilities: ['SEE_RELATIONS', 'MANAGE_RELATIONS', 'GRANT_ADMINISTRATOR'],
  };
  const people = whole([
    person(8, 'Bo Alm', { lastSeen: '2026-11-24' }),
    person(9, 'Cia Dal'),
    person(10, 'Disa Ek', { txRelationType: 'FOLLOWER' }),
  ]);
  const list = (answers: Answers = {}, search = '') =>
    at(`/admin/bjorkens-if?tab=people${search}`, {
      'GET /api/public/entities/bjorkens-if': entity,
      [`GET ${OF}/people`]: people,
      ...answers,
    });

  it('stand with the day of their last use, and nothing of it where it is nobody’s business', async () => {
    list();
    const rows = within(await screen.findByRole('list', { name: 'Personer' })).getAllByRole(
      'listitem',
    );
    expect(rows[0]).toHaveTextContent('Senast här tisdag 24 november');
    expect(rows[1]).toHaveTextContent('Inte här de senaste 30 dagarna');
    expect(rows[2]).not.toHaveTextContent(/här/);
  });

  it('get another role, and the list is fetched anew', async () => {
    const { calls } = list({
      'PUT /api/v1/entities/3/relations/8': { ...people.content[0], txRelationType: 'LEADER' },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Roll för Bo Alm'), 'Ledare');
    await waitFor(() => expect(asked(`${OF}/people`)).toHaveLength(2));
    expect(calls.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      txRelationType: 'LEADER',
    });
    expect(toasts()[0]?.message).toBe('Bo Alm är nu ledare.');
  });

  it('are searched by words that stand in the address', async () => {
    const { at: where } = list({ [`GET ${OF}/people`]: whole([]) });
    await userEvent.type(await screen.findByLabelText('Sök person'), 'Zeb');
    expect(await screen.findByText('Ingen person matchar ”Zeb”.')).toBeInTheDocument();
    expect(where()).toBe('/admin/bjorkens-if?tab=people&q=Zeb');
    expect(asked(`${OF}/people`).at(-1)).toEqual({ q: 'Zeb', limit: '30' });
  });
});

describe('jobs', () => {
  it('that failed are tried again, and are gone then', async () => {
    let failed = [job()];
    at('/admin/bjorkens-if?tab=jobs', {
      [`GET ${OF}/jobs`]: () => whole(failed),
      [`POST ${OF}/jobs/99/retry`]: () => {
        failed = [];
        return undefined;
      },
    });
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent(/Utskick av inbjudningar.*efter 24 försök/);
    await userEvent.click(await button('Försök igen: Utskick av inbjudningar'));
    expect(await screen.findByText('Inga jobb har misslyckats')).toBeInTheDocument();
    expect(toasts()[0]?.message).toBe('Jobbet är i gång igen');
  });

  it('that somebody else has tried meanwhile are shown as such', async () => {
    at('/admin/bjorkens-if?tab=jobs', { [`POST ${OF}/jobs/99/retry`]: new Refusal(404) });
    await userEvent.click(await button(/^Försök igen: /));
    await waitFor(() =>
      expect(toasts()[0]?.message).toBe('Någon annan hann före: det finns inte kvar i listan.'),
    );
  });
});

describe('addresses', () => {
  it('that rest say why, and are mailed again', async () => {
    const { calls } = at('/admin/bjorkens-if?tab=addresses', {
      [`POST ${OF}/resting/5/retry`]: undefined,
    });
    expect(await screen.findByRole('listitem')).toHaveTextContent(
      'karin@exempel.seMejlet kunde inte levererasInbjuden som medlem 20 november 2026',
    );
    await userEvent.click(await button('Försök igen med karin@exempel.se'));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Inbjudan är skickad igen'));
    expect(calls.some(({ call }) => call === `POST ${OF}/resting/5/retry`)).toBe(true);
    expect(screen.queryByText('Väck en adress')).toBeNull();
  });

  it('are typed where the whole platform is administered', async () => {
    const { calls } = at('/admin?tab=addresses', {
      'GET /api/v1/entities/1/administration': administration({ idEntity: 1, isPlatform: true }),
      'GET /api/v1/entities/1/administration/resting': whole([]),
      'POST /api/v1/administration/addresses/retry': undefined,
    });
    await userEvent.type(await screen.findByLabelText('E-postadress'), 'per@exempel.se');
    await userEvent.click(await button('Väck adressen'));
    await waitFor(() => expect(toasts()[0]?.message).toBe('Mejl går till per@exempel.se igen'));
    expect(calls.find(({ call }) => call.endsWith('/addresses/retry'))?.body).toEqual({
      email: 'per@exempel.se',
    });
    expect(screen.getByLabelText('E-postadress')).toHaveValue('');
  });
});

describe('the log', () => {
  it('says what was done, to whom, by whom', async () => {
    at('/admin/bjorkens-if?tab=log');
    const row = await screen.findByRole('article');
    expect(row).toHaveTextContent('Roll ändradBo AlmMedlem → AdministratörAnna Ek');
    expect(row).toHaveTextContent(/25 november 2026/);
  });

  it('is filtered by who and what, in the address and in the file', async () => {
    const { at: where } = at('/admin/bjorkens-if?tab=log');
    await userEvent.selectOptions(await screen.findByLabelText('Vad som gjorts'), 'Roll ändrad');
    await userEvent.click(
      await screen.findByRole('link', { name: 'Visa bara det som Anna Ek har gjort' }),
    );
    expect(where()).toBe('/admin/bjorkens-if?tab=log&kind=ROLE_CHANGED&actor=7');
    await waitFor(() =>
      expect(asked(LOG).at(-1)).toEqual({ actor: '7', kind: 'ROLE_CHANGED', limit: '30' }),
    );
    const actor = () => screen.getByRole('combobox', { name: 'Vem som gjort det' });
    await waitFor(() => expect(actor()).toHaveValue('Anna Ek'));
    expect(screen.getByRole('link', { name: 'Hämta som CSV' })).toHaveAttribute(
      'href',
      '/api/v1/entities/3/audit.csv?actor=7&kind=ROLE_CHANGED',
    );
    await userEvent.click(await button('Visa hela loggen'));
    expect(where()).toBe('/admin/bjorkens-if?tab=log');
    expect(actor()).toHaveValue('');
  });

  it('goes on before the last one that is shown', async () => {
    at('/admin/bjorkens-if?tab=log', {
      [`GET ${LOG}`]: () =>
        asked(LOG).length < 2
          ? { ...whole([entry()]), hasMore: true, cursor: 31 }
          : whole([entry({ idAudit: 30, actor: bo, person: bo, kind: 'MEMBER_ADDED', facts: {} })]),
    });
    await userEvent.click(await button('Visa fler'));
    expect(await screen.findByText('Gick med')).toBeInTheDocument();
    expect(asked(LOG).at(-1)).toEqual({ cursor: '31', limit: '30' });
  });

  it('is empty, or nothing stands the filter', async () => {
    const none = { [`GET ${LOG}`]: whole([]) };
    const { unmount } = at('/admin/bjorkens-if?tab=log', none);
    expect(await screen.findByText('Loggen är tom')).toBeInTheDocument();
    unmount();
    at('/admin/bjorkens-if?tab=log&kind=JOB_RETRIED', none);
    expect(await screen.findByText('Inget stämmer med urvalet')).toBeInTheDocument();
  });
});

describe('the platform', () => {
  const platform = {
    'GET /api/v1/entities/1/administration': administration({
      idEntity: 1,
      entityName: 'Kalender',
      isPlatform: true,
    }),
  };

  it('has all organisations, and who administers them', async () => {
    at('/admin?tab=organisations', {
      ...platform,
      'GET /api/v1/administration/entities': whole([
        {
          idEntity: 3,
          entityName: 'Björkens IF',
          entitySlug: 'bjorkens-if',
          entityType: 'sports-club',
          image: null,
          created: '2026-01-01T12:00:00.000Z',
          owner: anna,
          administrators: [bo],
          usedBytes: 1_400,
        },
      ]),
    });
    expect(
      within(await screen.findByRole('list', { name: 'Organisationer' })).getByRole('listitem'),
    ).toHaveTextContent(
      'Björkens IFIdrottsförening · Skapad 1 januari 2026 · 1,4 kB lagratÄgare: Anna EkAdministratörer: Bo Alm',
    );
    // By name, or by a whole address that is pasted.
    const search = screen.getByRole('searchbox', { name: 'Organisationens namn eller adress' });
    const sought = () => asked('/api/v1/administration/entities').at(-1)?.q;
    await userEvent.type(search, 'Björkens');
    await waitFor(() => expect(sought()).toBe('Björkens'));
    await userEvent.clear(search);
    await userEvent.paste('https://kalender.se/bjorkens-if');
    await waitFor(() => expect(sought()).toBe('bjorkens-if'));
  });

  it('has the limits in force', async () => {
    at('/admin?tab=limits', {
      ...platform,
      'GET /api/v1/administration/limits': {
        limits: [{ name: 'message', rate: '10/min,5' }],
        quotas: [{ name: 'entities', value: 20 }],
      },
    });
    expect(await screen.findByRole('table', { name: 'Hur ofta' })).toHaveTextContent(
      'message10 i minuten5',
    );
    expect(screen.getByRole('table', { name: 'Hur många' })).toHaveTextContent(
      'Organisationer som en person äger20',
    );
  });

  it('says that its limits are off', async () => {
    at('/admin?tab=limits', {
      ...platform,
      'GET /api/v1/administration/limits': { limits: [], quotas: [] },
    });
    expect(
      await screen.findByText('Inga gränser gäller för hur ofta: de är avstängda.'),
    ).toBeInTheDocument();
  });
});

describe('the way there', () => {
  const withRole = (txRelationType: string) => ({
    'GET /api/public/entities/bjorkens-if': { ...administration(), txRelationType, abilities: [] },
  });

  it('stands on the organisation’s page for who may', async () => {
    at('/bjorkens-if', withRole('ADMINISTRATOR'));
    expect(await screen.findByRole('link', { name: 'Öppna administrationen' })).toHaveAttribute(
      'href',
      '/admin/bjorkens-if',
    );
  });

  it('does not for others', async () => {
    const { calls, client } = at('/bjorkens-if', withRole('MANAGER'));
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByText('Administration')).toBeNull();
  });

  it('stands in the bar of who acts for it', async () => {
    network({
      'GET /api/v1/me/entities': whole([membership(3, 'OWNER'), membership(4, 'MEMBER')]),
    });
    draw(
      <>
        <AdminLink idEntity={3} slug="bjorkens-if" />
        <AdminLink idEntity={4} slug="annan" />
      </>,
    );
    const links = await screen.findAllByRole('link', { name: 'Administration' });
    expect(links.map((one) => one.getAttribute('href'))).toEqual(['/admin/bjorkens-if']);
  });
});
