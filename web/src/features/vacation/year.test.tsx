/** The staff's year: who is away when, what is red, where too few are left. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, membership, Refusal, signIn, signOut } from '@/test/world.ts';
import { OF, opened } from './opened.tsx';
import { anna, bo, reservation, siv, year, yearPerson } from './samples.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-07-08T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const people = [
  yearPerson({
    periods: [
      {
        id: 41,
        from: '2026-06-29',
        to: '2026-07-26',
        kind: 'VACATION',
        flStatus: 'APPROVED',
        days: 20,
      },
      {
        id: 42,
        from: '2026-08-03',
        to: '2026-08-07',
        kind: 'VACATION',
        flStatus: 'APPLIED',
        days: 5,
      },
      { id: 43, from: '2026-09-01', to: '2026-09-01', kind: 'VACATION', flStatus: 'CANCELLED' },
    ],
  }),
  yearPerson({
    user: siv,
    groups: [],
    periods: [{ from: '2026-07-08', to: '2026-07-09', kind: 'ABSENCE' }],
  }),
];
const below = [{ group: 1, from: '2026-07-06', to: '2026-07-10', present: 0, minimum: 1 }];
const asMember: Answers = {
  'GET /api/v1/me/entities': { content: [membership(3, 'MEMBER')], hasMore: false },
};

const at = (answers: Answers = {}, search = '') =>
  opened({ [`GET ${OF}`]: year({ people, below }), ...answers }, `?tab=year${search}`);

const asked = () =>
  vi
    .mocked(fetch)
    .mock.calls.map(([input]) => new URL(String(input), window.location.href))
    .filter(({ pathname }) => pathname === OF)
    .map(({ searchParams }) => Object.fromEntries(searchParams));
const table = () => screen.findByRole('table');
const week = (name: RegExp) => screen.findByRole('region', { name });

describe('the table of a year', () => {
  it('is printed, once everybody is there', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    let answer = (_: unknown) => {};
    at({
      [`GET ${OF}`]: () =>
        asked().at(-1)?.after === undefined
          ? year({ people: people.slice(0, 1), below, next: 8 })
          : new Promise((done) => (answer = done)),
    });
    const button = await screen.findByRole('button', { name: 'Skriv ut' });
    expect(button).toBeDisabled();
    await waitFor(() => expect(asked().at(-1)?.after).toBe('8'));
    answer(year({ people: people.slice(1), below }));
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(print).toHaveBeenCalledOnce();
  });

  it('says each bar in words, and what came to nothing not at all', async () => {
    at();
    const rows = within(await table()).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Namnapril maj juni juli aug sep okt nov dec jan feb mars ',
      'KassanKassan, 6–10 juli: 0 på plats, minst 1 behövs.. ',
      'Bo AlmKassanGodkänd semester 29 juni–26 juli. Ansökt semester 3–7 augusti. ',
      'Siv LundBorta 8–9 juli. ',
    ]);
    const legend = screen.getByRole('list', { name: 'Teckenförklaring' });
    for (const words of ['Godkänd semester', 'Ansökt semester', 'Borta', 'Röd dag', 'I dag']) {
      expect(legend).toHaveTextContent(words);
    }
  });

  it('has bars of solid, hatched and plain look, where their days are', async () => {
    at();
    const bars = (await table()).querySelectorAll<HTMLElement>('td [title]');
    expect([...bars].map((bar) => bar.dataset.tone)).toEqual([
      'below',
      'approved',
      'applied',
      'away',
    ]);
    // 89 days after 1 April, of 365.
    expect(Number.parseFloat(bars[1]?.style.left ?? '')).toBeCloseTo((89 / 365) * 100);
    expect(Number.parseFloat(bars[1]?.style.width ?? '')).toBeCloseTo((28 / 365) * 100);
  });

  it('marks today and red days, and names them', async () => {
    at();
    const marks = (await table()).querySelectorAll<HTMLElement>(
      'tbody:last-child tr:first-child [aria-hidden] [data-tone]:not([data-tone="month"])',
    );
    expect([...marks].map((mark) => mark.dataset.tone)).toEqual(['red', 'red', 'today']);
    expect(screen.getByText('I dag är det onsdag 8 juli.')).toBeInTheDocument();
    expect(screen.getByText('24 december 2026: Julafton')).toBeInTheDocument();
  });

  it('has no line of today in another year', async () => {
    at({ [`GET ${OF}`]: year({ from: '2027-04-01', to: '2028-03-31', people }) }, '&year=2027');
    expect((await table()).querySelector('[data-tone="today"]')).toBeNull();
    expect(screen.queryByText(/I dag är det/)).not.toBeInTheDocument();
  });
});

describe('a group below its minimum', () => {
  it('is said in words', async () => {
    at();
    const runs = (await screen.findByText('Under lägsta bemanning: 1 period')).closest('details');
    expect(runs).toHaveAttribute('open');
    expect(runs).toHaveTextContent('Kassan, 6–10 juli: 0 på plats, minst 1 behövs.');
  });

  it('is not there where all have enough, and that is said', async () => {
    at({ [`GET ${OF}`]: year({ people }) });
    expect(
      await screen.findByText('Alla grupper har tillräckligt många på plats.'),
    ).toBeInTheDocument();
  });
});

describe('the weeks of a month', () => {
  it('say who is away, and where nobody is', async () => {
    at();
    const eighth = await week(/^Vecka 28\s?6–12 juli/);
    expect(within(eighth).getByRole('list', { name: '2 personer borta' })).toHaveTextContent(
      /Bo AlmGodkänd semester 6–12 juli.*Siv LundBorta 8–9 juli/,
    );
    expect(eighth).toHaveTextContent('Kassan, 6–10 juli: 0 på plats, minst 1 behövs.');
    expect(await week(/^Vecka 31\s?27–31 juli/)).toHaveTextContent('Alla är på plats.');
  });

  it('are of another month by its address, also over the turn of the year', async () => {
    const { at: where } = at({}, '&month=2027-03');
    expect(await screen.findByText('Mars 2027')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Nästa månad' })).toHaveAttribute(
      'href',
      '/bjorkens-if/semester?tab=year&year=2027&month=2027-04',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Föregående månad' }));
    expect(where()).toBe('/bjorkens-if/semester?tab=year&year=2026&month=2027-02');
  });

  it('name the red days', async () => {
    at({}, '&month=2026-12');
    expect(await week(/^Vecka 52/)).toHaveTextContent('24 december: Julafton25 december: Juldagen');
  });
});

describe('the year', () => {
  it('is filtered by group, which stands in the address', async () => {
    const { at: where } = at();
    await userEvent.selectOptions(await screen.findByLabelText('Grupp'), 'Kassan');
    await waitFor(() => expect(where()).toContain('group=1'));
    await waitFor(() => expect(asked()).toContainEqual({ year: '2026', size: '50', group: '1' }));
  });

  it('says that everybody is there only once everybody is', async () => {
    let more = (_: unknown) => {};
    const { calls } = at(
      {
        [`GET ${OF}`]: () =>
          calls.filter(({ call }) => call === `GET ${OF}`).length < 2
            ? year({ people: people.slice(1), next: 9 })
            : new Promise((resolve) => {
                more = resolve;
              }),
      },
      '&month=2026-10',
    );
    expect(await screen.findByText('Hämtar fler …')).toBeInTheDocument();
    expect(screen.queryByText('Alla är på plats.')).not.toBeInTheDocument();
    expect(asked()[1]).toMatchObject({ after: '9' });
    more(year({ people: people.slice(0, 1) }));
    await waitFor(() => expect(screen.getAllByText('Alla är på plats.').length).toBe(5));
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('of a group that is no more is of all', async () => {
    at({}, '&group=99');
    expect(await screen.findByLabelText('Grupp')).toHaveValue('');
    expect(asked()).toEqual([{ year: '2026', size: '50' }]);
  });

  it('without staff says so, and of an empty group too', async () => {
    const { unmount } = at({ [`GET ${OF}`]: year() });
    expect(await screen.findByText('Inga anställda än')).toBeInTheDocument();
    unmount();
    at({ [`GET ${OF}`]: year() }, '&group=1');
    expect(await screen.findByText('Ingen i den gruppen')).toBeInTheDocument();
  });

  it('cannot be fetched, and is asked for again', async () => {
    const { calls } = at({
      [`GET ${OF}`]: () =>
        calls.filter(({ call }) => call === `GET ${OF}`).length < 2
          ? new Refusal(500)
          : year({ people }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Försök igen' }));
    expect(await table()).toBeInTheDocument();
  });
});

describe('a person of the year', () => {
  const open = async (name: string) => {
    const buttons = within(await table()).getByRole('button', { name: `Visa ${name}` });
    await userEvent.click(buttons);
    return screen.findByRole('dialog', { name });
  };

  it('who is a colleague is only away', async () => {
    const { calls } = at(asMember);
    const dialog = await open('Siv Lund');
    expect(dialog).toHaveTextContent('Borta 8–9 juli 2026');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stäng' }));
    // Of oneself all is said; what is done about it is done under 'Min semester'.
    const own = await open('Bo Alm');
    expect(own).toHaveTextContent('Godkänd semester 29 juni–26 juli 2026');
    expect(within(own).getAllByRole('button')).toHaveLength(1);
    expect(calls.some(({ call }) => call.startsWith('GET /api/v1/vacation/'))).toBe(false);
  });

  it('who is away is present again when a manager says so', async () => {
    const { calls } = at({
      [`GET ${OF}`]: year({
        people: [
          yearPerson({
            periods: [{ id: 5, from: '2026-07-08', to: '2026-07-09', kind: 'ABSENCE' }],
          }),
        ],
      }),
      'DELETE /api/v1/vacation/absences/5': undefined,
    });
    const dialog = await open('Bo Alm');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Ta bort Borta, 8–9 juli 2026' }),
    );
    const question = await screen.findByRole('dialog', { name: 'Ta bort frånvaron?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Ta bort' }));
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain('DELETE /api/v1/vacation/absences/5'),
    );
  });

  it('is answered and cancelled by a manager, as far as the server allows', async () => {
    const approved = reservation({
      user: bo,
      flStatus: 'APPROVED',
      from: '2026-06-29',
      to: '2026-07-26',
      abilities: { apply: false, edit: false, approve: false, reject: false, cancel: true },
    });
    const { calls } = at({
      'GET /api/v1/vacation/41': approved,
      'GET /api/v1/vacation/42': reservation({ user: anna, idVacationPlanReservation: 42 }),
      'POST /api/v1/vacation/41/cancel': { ...approved, flStatus: 'CANCELLED' },
    });
    const dialog = await open('Bo Alm');
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Avboka 29 juni–26 juli 2026' }),
    );
    const question = await screen.findByRole('dialog', { name: 'Ta tillbaka godkännandet?' });
    expect(question).toHaveTextContent('Bo Alm får ansöka på nytt.');
    await userEvent.click(within(question).getByRole('button', { name: 'Avboka' }));
    await waitFor(() =>
      expect(calls.map(({ call }) => call)).toContain('POST /api/v1/vacation/41/cancel'),
    );
  });
});
