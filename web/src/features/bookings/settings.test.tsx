/** One bookable's page and opening hours: what is offered to whom, sent, and said when somebody else was first. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { EntityType } from '@/api/types.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, bjorken, network, Refusal } from '@/test/world.ts';
import HoursPage from './HoursPage.tsx';
import { isOpen, snippet, USUAL } from './open.ts';
import ResourcePage from './ResourcePage.tsx';
import { answersOf, bookables, button, hall as plainHall, signedInBefore } from './samples.ts';
import type { Bookable, BookableAvailability } from './types.ts';

signedInBefore();

const hall: Bookable = { ...plainHall, abilities: ['BOOK', 'MANAGE'] };
const hours = (more: Partial<BookableAvailability> = {}): BookableAvailability => ({
  version: 3,
  periods: [],
  closures: [],
  closedOnRedDays: false,
  closedOnSchoolBreaks: false,
  ...more,
});

const at = (path: string, answers: Answers = {}) => {
  const calls = network({
    ...answersOf(hall),
    'GET /api/v1/entities/3/bookables': bookables([hall], ['MANAGE']),
    'GET /api/v1/entities/3/availability': hours(),
    'GET /api/v1/bookables/4/availability': hours(),
    'GET /api/v1/bookables/4': hall,
    ...answers,
  });
  draw(
    <Routes>
      <Route path="/settings/resources/hours" element={<HoursPage />} />
      <Route path="/settings/resources/:idBookable" element={<ResourcePage />} />
    </Routes>,
    path,
  );
  return (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body);
};

describe('breaks of the school year', () => {
  const PUT = 'PUT /api/v1/entities/3/availability';
  const page = (entityType: EntityType, answers: Answers = {}) =>
    at('/settings/resources/hours?organization=3', {
      'GET /api/v1/me/entities': {
        content: [{ ...bjorken, entityType }],
        page: 0,
        size: 50,
        hasMore: false,
      },
      ...answers,
    });
  const toggle = { name: 'Stängt på skolans lov' };

  it('are a choice of a school, which is sent', async () => {
    const sent = page('school', { [PUT]: hours({ version: 4, closedOnSchoolBreaks: true }) });
    await userEvent.click(await screen.findByRole('switch', toggle));
    expect(screen.getByText('Loven i skolans läsårskalender.')).toBeInTheDocument();
    await userEvent.click(await button('Spara öppettider'));
    await waitFor(() => expect(toasts().at(-1)?.message).toBe('Öppettiderna är sparade'));
    expect(sent(PUT)).toEqual([hours({ closedOnSchoolBreaks: true })]);
  });

  it('are none of a club', async () => {
    page('sports-club');
    expect(await screen.findByRole('switch', { name: 'Stängt på röda dagar' })).toBeVisible();
    expect(screen.queryByRole('switch', toggle)).not.toBeInTheDocument();
  });

  it('can be turned off where they are on, whatever it is by now', async () => {
    page('sports-club', {
      'GET /api/v1/entities/3/availability': hours({ closedOnSchoolBreaks: true }),
    });
    await userEvent.click(await screen.findByRole('switch', toggle));
    expect(screen.getByRole('switch', toggle)).not.toBeChecked();
  });
});

describe('a resource', () => {
  it('that somebody else has changed is shown as it stands', async () => {
    let stands = hall;
    const sent = at('/settings/resources/4', {
      'GET /api/v1/bookables/4': () => stands,
      'PUT /api/v1/bookables/4': () =>
        stands === hall ? new Refusal(409, 'STALE') : { ...stands, version: 3 },
    });
    const name = await screen.findByLabelText('Namn');
    await userEvent.clear(name);
    await userEvent.type(name, 'Stora hallen');
    await userEvent.click(await button('Spara'));
    expect(await screen.findByText(/^Någon annan har ändrat resursen/)).toBeInTheDocument();
    stands = { ...hall, name: 'Arenan', version: 2 };
    await userEvent.click(await button('Visa det som gäller'));
    await waitFor(() => expect(screen.getByLabelText('Namn')).toHaveValue('Arenan'));
    await userEvent.click(await button('Spara'));
    await waitFor(() => expect(sent('PUT /api/v1/bookables/4')).toHaveLength(2));
    expect(sent('PUT /api/v1/bookables/4').at(-1)).toMatchObject({ name: 'Arenan', version: 2 });
  });

  it('lets guests book where it says so, while it can be booked', async () => {
    const sent = at('/settings/resources/4', {
      'PUT /api/v1/bookables/4': { ...hall, guests: true, version: 2 },
    });
    const guests = { name: 'Gäster utan konto får boka' };
    expect(await screen.findByRole('switch', guests)).toHaveAccessibleDescription(
      'De bekräftar med en länk i ett mejl.',
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Ej bokningsbar/ }));
    expect(screen.queryByRole('switch', guests)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /^Bokningsbar/ }));
    await userEvent.click(screen.getByRole('switch', guests));
    await userEvent.click(await button('Spara'));
    await waitFor(() =>
      expect(sent('PUT /api/v1/bookables/4')).toEqual([expect.objectContaining({ guests: true })]),
    );
  });

  it('of guests has a page, and code for other pages', async () => {
    at('/settings/resources/4', { 'GET /api/v1/bookables/4': { ...hall, guests: true } });
    const part = await screen.findByRole('region', { name: 'Sidan för alla' });
    const address = `${window.location.origin}/bjorkens-if/boka/hel-hall`;
    expect(within(part).getByLabelText('Adress')).toHaveValue(address);
    await userEvent.setup().click(within(part).getByRole('button', { name: 'Kopiera adressen' }));
    expect(await navigator.clipboard.readText()).toBe(address);
    expect(within(part).getByText('Kopierat')).toHaveAttribute('role', 'status');
    await userEvent.selectOptions(within(part).getByLabelText('Färger'), 'Mörka');
    expect(within(part).getByLabelText('Kod att klistra in')).toHaveValue(
      `<iframe src="${window.location.origin}/widgets/boka/hel-hall?theme=dark" title="Hel hall" width="100%" height="400" style="border:0" loading="lazy"></iframe>`,
    );
  });

  it('of members alone has none', async () => {
    at('/settings/resources/4');
    expect(await screen.findByLabelText('Namn')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Sidan för alla' })).not.toBeInTheDocument();
  });

  it.each([
    [{ guests: true }, true],
    [{ whoMayBook: ['PUBLIC'] }, true],
    [{ whoMayBook: ['MEMBER'] }, false],
    [{ guests: true, status: 0 }, false],
    [{ guests: true, status: 2 }, true],
  ])('is seen by everybody or not: %j', (more, expected) => {
    expect(isOpen({ ...hall, ...more })).toBe(expected);
  });

  it('whose name is markup is quoted in the code', () => {
    expect(snippet('https://x', { slug: 'a', name: '"Sal" <A>' }, USUAL)).toContain(
      'title="&quot;Sal&quot; &lt;A&gt;"',
    );
  });
});
