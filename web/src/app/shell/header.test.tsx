/** The signed-in header: badges, contexts and switching between them. */
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetContext } from '@/features/context/store.ts';
import { draw, toasts } from '@/test/page.tsx';
import { anna, bjorken, membership, network, signIn, signOut } from '@/test/world.ts';
import { count, fill, ms, pattern, spec } from '../../../e2e/spec/spec.ts';
import SignedInHeader from './SignedInHeader.tsx';

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const many = Array.from({ length: 8 }, (_, n) => membership(20 + n, 'MEMBER'));

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  forgetContext();
  signOut();
});

/** Past a moment that is nearly over, and by far not as long as another one; in ms. */
const AND_A_BIT = 500;

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('badges [shell 1.2 2.37 2.39 2.43 3.11 9.3]', () => {
  it('stop early for messages, chat and contacts, later for the bell and in all', async () => {
    const { areas, notifications: bell, total } = spec['9.3'];
    expect(spec['2.37'].cap).toBe(areas);
    expect([bell, total].map(count)).toEqual(
      [spec['2.39'].bellCap, spec['2.43'].totalCap].map(count),
    );
    const unread = { messages: 12, chat: 9, contacts: 10, notifications: 120 };
    network({
      'GET /api/v1/me/unread': unread,
      'GET /api/v1/notifications/unread-count': { data: 120 },
    });
    draw(<SignedInHeader />);
    const messages = await screen.findByRole('link', { name: pattern(spec['2.37'].messages) });
    await waitFor(() => expect(messages).toHaveTextContent(spec['2.37'].cap));
    expect(screen.getByRole('link', { name: pattern(spec['2.37'].chat) })).toHaveTextContent('9');
    expect(screen.getByRole('link', { name: spec['2.37'].feed })).toBeInTheDocument();
    expect(spec['1.2'].feed).toBe(spec['2.37'].feed);
    expect(screen.getByRole('link', { name: 'Kontakter, 10 väntar' })).toHaveTextContent(areas);
    expect(await button('Notiser, 120 olästa')).toHaveTextContent(spec['2.39'].bellCap);
    expect(await button('Öppna menyn, 151 olästa')).toHaveTextContent(spec['2.43'].totalCap);
  });
});

it('has the context selector and the search in its middle [shell 2.38]', async () => {
  network();
  draw(<SignedInHeader />);
  const centre = (await button(/^Sammanhang/)).closest('[class*=centre]');
  expect(centre).toContainElement(screen.getByPlaceholderText(spec['2.54'].placeholder));
});

describe('the logo and the admin bar [shell 2.36 2.40 2.57 2.58 4.2 9.6 1.3]', () => {
  it('lead home; acting, to the organisation, and back to oneself', async () => {
    network();
    const { at } = draw(<SignedInHeader />, '/bjorkens-if');
    const bar = await screen.findByRole('region', { name: spec['2.40'].caption });
    expect(bar).toHaveTextContent('Björkens IF');
    expect(bar).toHaveTextContent(spec['2.40'].caption);
    expect(screen.getByRole('link', { name: 'Kalender, till Björkens IF' })).toHaveAttribute(
      'href',
      '/bjorkens-if',
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(within(bar).getByRole('button', { name: fill(spec['2.40'].back, 'Anna') }));
    // A moment that is seen.
    const moment = ms(spec['2.57'].person);
    expect(ms(spec['9.6'].person)).toBe(moment);
    expect(screen.getByRole('dialog', { name: 'Byter till Anna Ek …' })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(moment - 200));
    expect(screen.queryByRole('dialog')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(AND_A_BIT));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(at()).toBe(spec['4.2'].person);
    expect(toasts()).toEqual([
      {
        message: fill(spec['2.58'].said, 'Anna Ek', window.location.host),
        autoClose: ms(spec['2.57'].toast),
      },
    ]);
    expect(screen.queryByRole('region', { name: 'Administratörsvy' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Kalender, till startsidan' })).toHaveAttribute(
      'href',
      '/',
    );
  });
});

describe('the profile menu [shell 2.13 2.56 2.57 2.58 2.59 4.2 9.6]', () => {
  it('switches to an organisation: a moment, its page, and a word for a while', async () => {
    const { choose, settings, heading, create, logout } = spec['2.56'];
    network({ 'GET /api/v1/me/entities': list([bjorken, membership(4, 'FOLLOWER')]) });
    const { at } = draw(<SignedInHeader />, '/feed');
    const profile = await button(/Konto och inställningar/);
    await waitFor(() => expect(profile).toHaveTextContent('Anna Ek'));
    await userEvent.click(profile);
    expect(screen.getByText(choose)).toBeInTheDocument();
    expect(screen.getByText(heading)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: settings })).toHaveAttribute('href', '/settings');
    expect(screen.getByRole('link', { name: create })).toHaveAttribute(
      'href',
      spec['2.13'].paths[0],
    );
    expect(create).toBe(spec['2.13'].label);
    expect(screen.getByRole('button', { name: logout })).toBeInTheDocument();
    // One that is only followed is not acted for.
    expect(screen.queryByText('Organisation 4')).not.toBeInTheDocument();

    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(screen.getByRole('button', { name: /Björkens IF/ }));
    const moment = ms(spec['2.57'].organisation);
    expect(ms(spec['9.6'].organisation)).toBe(moment);
    await act(() => vi.advanceTimersByTimeAsync(moment - 200));
    expect(screen.getByRole('dialog', { name: 'Byter till Björkens IF …' })).toBeInTheDocument();
    // The page comes while the word stands over it.
    const page = fill(spec['4.2'].organisation, 'bjorkens-if');
    expect(at()).toBe(page);
    await act(() => vi.advanceTimersByTimeAsync(AND_A_BIT));
    expect(toasts()).toEqual([
      {
        message: fill(spec['2.59'].said, 'Björkens IF', window.location.host),
        autoClose: ms(spec['9.6'].switched),
      },
    ]);
  });
});

describe('dropdowns [shell 4.2]', () => {
  it('close each other', async () => {
    network();
    draw(<SignedInHeader />);
    await userEvent.click(await button(/Konto och inställningar/));
    expect(screen.getByText('-- Välj konto/profil --')).toBeInTheDocument();
    (await button(/^Sammanhang/)).click();
    expect(await screen.findByText('Organisationer')).toBeInTheDocument();
    expect(screen.queryByText('-- Välj konto/profil --')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Organisationer')).not.toBeInTheDocument();
    expect(await button(/^Sammanhang/)).toHaveFocus();
  });
});

describe('the context selector [shell 2.50 2.51 2.52 5.1 8.15 9.4 9.5]', () => {
  const above = count(spec['2.51'].above);

  it('has no search for few organisations', async () => {
    expect([spec['9.4'].above, spec['5.1'].above].map(count)).toEqual([above, above]);
    network({ 'GET /api/v1/me/entities': list(many.slice(0, above)) });
    draw(<SignedInHeader />);
    await userEvent.click(await button(/^Sammanhang/));
    expect(await screen.findByText('Organisation 20')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox', { name: 'Sök organisation' })).not.toBeInTheDocument();
  });

  it('filters more than that a moment later, and says when nothing fits', async () => {
    network({ 'GET /api/v1/me/entities': list(many.slice(0, above + 1)) });
    draw(<SignedInHeader />);
    await userEvent.click(await button(/^Sammanhang/));
    const field = await screen.findByRole('searchbox', { name: 'Sök organisation' });
    vi.useFakeTimers({ shouldAdvanceTime: false });
    act(() => field.focus());
    await act(async () => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      set?.call(field, 'zebra');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const wait = ms(spec['5.1'].debounce);
    expect(ms(spec['9.5'].filter)).toBe(wait);
    await act(() => vi.advanceTimersByTimeAsync(wait - 1));
    expect(screen.getByText('Organisation 20')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(spec['8.15'].said).toBe(spec['2.51'].noMatch);
    expect(screen.getByText(spec['2.51'].noMatch)).toBeInTheDocument();
    expect(screen.queryByText('Organisation 20')).not.toBeInTheDocument();
  });

  it('shows three visited last, relations, and what is active', async () => {
    const shown = count(spec['2.50'].shown);
    expect(count(spec['9.4'].shown)).toBe(shown);
    const recent = many.slice(0, shown + 1).map(({ idEntity, entityName, entitySlug }) => ({
      idEntity,
      entityName,
      entitySlug,
    }));
    localStorage.setItem('kalender:user:recent-organisations', JSON.stringify(recent));
    network({ 'GET /api/v1/me/entities': list(many) });
    draw(<SignedInHeader />, '/organisation-21');
    await screen.findByRole('region', { name: 'Administratörsvy' });
    await userEvent.click(await button(/^Sammanhang: Organisation 21/));
    expect(screen.getByText(spec['2.50'].recent)).toBeInTheDocument();
    expect(screen.getByText(spec['2.50'].organisations)).toBeInTheDocument();
    const times = (name: string) =>
      screen.getAllByRole('button', { name: new RegExp(`^(O. ?)?.*${name}`) });
    for (let n = 0; n <= shown; n += 1) {
      expect(times(`Organisation ${20 + n} ?Medlem`)).toHaveLength(n < shown ? 2 : 1);
    }
    for (const row of times('Organisation 21 ?Medlem')) expect(row).toHaveAttribute('aria-current');
    expect(screen.getByRole('button', { name: 'Familj' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: spec['2.50'].personal })).not.toHaveAttribute(
      'aria-current',
    );
  });
});

describe('the mobile menu [shell 2.45 2.46 2.47 2.48 9.4]', () => {
  const open = async () => {
    await userEvent.click(await button(/^Öppna menyn/));
    return screen.findByRole('dialog', { name: 'Meny' });
  };

  it('has the card, the areas, the first five organisations and the personal sections', async () => {
    network({ 'GET /api/v1/me/entities': list(many) });
    draw(<SignedInHeader />);
    const menu = within(await open());
    expect(await menu.findByText('@anna-ek')).toBeInTheDocument();
    for (const name of spec['2.45'].links) {
      expect(menu.getByRole('link', { name })).toBeInTheDocument();
    }
    const { sections, profile, settings, logout } = spec['2.48'];
    for (const name of [...sections, profile, settings]) {
      expect(menu.getByRole('link', { name })).toBeInTheDocument();
    }
    expect(menu.getByRole('heading', { name: spec['2.47'].title })).toBeInTheDocument();
    const first = count(spec['2.47'].first);
    expect(count(spec['9.4'].list)).toBe(first);
    expect(menu.getAllByText(/^Organisation 2\d/)).toHaveLength(first);
    const more = fill(spec['2.47'].more, many.length - first);
    await userEvent.click(menu.getByRole('button', { name: more }));
    expect(menu.getAllByText(/^Organisation 2\d/)).toHaveLength(8);
    expect(menu.getByRole('button', { name: logout })).toBeInTheDocument();
  });

  it('acting, has the way back instead', async () => {
    network();
    draw(<SignedInHeader />, '/bjorkens-if');
    await screen.findByRole('region', { name: 'Administratörsvy' });
    const menu = within(await open());
    expect(menu.getByText(spec['2.46'].acting)).toBeInTheDocument();
    expect(menu.getByRole('button', { name: spec['2.46'].back })).toBeInTheDocument();
    expect(menu.queryByText(spec['2.47'].title)).not.toBeInTheDocument();
    expect(menu.queryByText('Mina bokningar')).not.toBeInTheDocument();
  });
});

describe('the current section and the calendar reset [shell 2.41]', () => {
  it.each([
    ['/kontakter', spec['2.45'].links[3]],
    ['/notifications', spec['2.45'].links[4]],
    ['/settings', spec['2.48'].settings],
  ])('at %s it is %s, as the menus say [shell 2.45 2.48]', (path, name) => {
    network();
    draw(<SignedInHeader />, path);
    expect(
      screen.getByText(name as string, { selector: '[class*=sectionName]' }),
    ).toBeInTheDocument();
  });

  it('are shown', async () => {
    network();
    const reset = vi.fn();
    window.addEventListener('resetCalendar', reset);
    const { at } = draw(<SignedInHeader />, '/kalender?month=3');
    expect(screen.getByText('Kalender', { selector: '[class*=sectionName]' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Återställ kalendern' }));
    expect(reset).toHaveBeenCalledTimes(1);
    expect(at()).toBe('/kalender');
    window.removeEventListener('resetCalendar', reset);
  });
});

it('a person without a picture has initials, and nothing behind them [shell 3.1]', async () => {
  network({ 'GET /api/v1/me': { ...anna, profileImage: spec['3.1'].none } });
  draw(<SignedInHeader />);
  const profile = await button(/Konto och inställningar/);
  await waitFor(() => expect(profile).toHaveTextContent('Anna Ek'));
  expect(profile).toHaveTextContent('AE');
  expect(profile.querySelector('svg circle')).toBeNull();
  expect(profile.querySelector('img')).toBeNull();
});
