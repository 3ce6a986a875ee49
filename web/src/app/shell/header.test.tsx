/** The signed-in header: badges, contexts and switching between them. */
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetContext } from '@/features/context/store.ts';
import { draw, toasts } from '@/test/page.tsx';
import { anna, bjorken, membership, network, signIn, signOut } from '@/test/world.ts';
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

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('badges [shell 2.37 2.39 2.43 3.11 9.3]', () => {
  it('stop at 9+ for messages, chat and contacts, at 99+ for the bell and in all', async () => {
    const unread = { messages: 12, chat: 9, contacts: 10, notifications: 120 };
    network({
      'GET /api/v1/me/unread': unread,
      'GET /api/v1/notifications/unread-count': { data: 120 },
    });
    draw(<SignedInHeader />);
    const messages = await screen.findByRole('link', { name: /Meddelanden/ });
    await waitFor(() => expect(messages).toHaveTextContent('9+'));
    expect(screen.getByRole('link', { name: /^Chat/ })).toHaveTextContent('9');
    expect(screen.getByRole('link', { name: 'Kontakter, 10 väntar' })).toHaveTextContent('9+');
    expect(await button('Notiser, 120 olästa')).toHaveTextContent('99+');
    expect(await button('Öppna menyn, 151 olästa')).toHaveTextContent('99+');
  });
});

it('has the context selector and the search in its middle [shell 2.38]', async () => {
  network();
  draw(<SignedInHeader />);
  const centre = (await button(/^Sammanhang/)).closest('[class*=centre]');
  expect(centre).toContainElement(
    screen.getByPlaceholderText('Sök händelse, plats eller arrangör...'),
  );
});

describe('the logo and the admin bar [shell 2.36 2.40 1.3]', () => {
  it('lead home; acting, to the organisation, and back to oneself', async () => {
    network();
    const { at } = draw(<SignedInHeader />, '/bjorkens-if');
    const bar = await screen.findByRole('region', { name: 'Administratörsvy' });
    expect(bar).toHaveTextContent('Björkens IF');
    expect(bar).toHaveTextContent('Administratörsvy');
    expect(screen.getByRole('link', { name: 'Kalender, till Björkens IF' })).toHaveAttribute(
      'href',
      '/bjorkens-if',
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(within(bar).getByRole('button', { name: 'Byt till Anna' }));
    // A moment of 1.5 s that is seen [shell 2.57].
    expect(screen.getByRole('dialog', { name: 'Byter till Anna Ek …' })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1_400));
    expect(screen.queryByRole('dialog')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(200));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(at()).toBe('/');
    await waitFor(() =>
      expect(toasts()).toEqual([
        { message: `Du agerar nu som Anna Ek på ${window.location.host}`, autoClose: 4_000 },
      ]),
    );
    expect(screen.queryByRole('region', { name: 'Administratörsvy' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Kalender, till startsidan' })).toHaveAttribute(
      'href',
      '/',
    );
  });
});

describe('the profile menu [shell 2.56 2.57 2.58 2.59 9.6]', () => {
  it('switches to an organisation: 2.5 s, its page, and a word for 4 s', async () => {
    network({ 'GET /api/v1/me/entities': list([bjorken, membership(4, 'FOLLOWER')]) });
    const { at } = draw(<SignedInHeader />, '/feed');
    const profile = await button(/Konto och inställningar/);
    await waitFor(() => expect(profile).toHaveTextContent('Anna Ek'));
    await userEvent.click(profile);
    expect(screen.getByText('-- Välj konto/profil --')).toBeInTheDocument();
    expect(screen.getByText('Du kan också agera som (Administrera)')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Inställningar' })).toHaveAttribute(
      'href',
      '/settings',
    );
    expect(screen.getByRole('link', { name: '+ Skapa organisation' })).toHaveAttribute(
      'href',
      '/cre',
    );
    expect(screen.getByRole('button', { name: 'Logga ut' })).toBeInTheDocument();
    // One that is only followed is not acted for.
    expect(screen.queryByText('Organisation 4')).not.toBeInTheDocument();

    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(screen.getByRole('button', { name: /Björkens IF/ }));
    await act(() => vi.advanceTimersByTimeAsync(2_400));
    expect(screen.getByRole('dialog', { name: 'Byter till Björkens IF …' })).toBeInTheDocument();
    expect(at()).toBe('/feed');
    await act(() => vi.advanceTimersByTimeAsync(200));
    await waitFor(() => expect(at()).toBe('/bjorkens-if'));
    await waitFor(() =>
      expect(toasts()).toEqual([
        {
          message: `Du agerar nu som (företrädare) organisationen Björkens IF på ${window.location.host}`,
          autoClose: 4_000,
        },
      ]),
    );
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

describe('the context selector [shell 2.50 2.51 2.52 8.15 9.4 9.5]', () => {
  it('has no search for five organisations', async () => {
    network({ 'GET /api/v1/me/entities': list(many.slice(0, 5)) });
    draw(<SignedInHeader />);
    await userEvent.click(await button(/^Sammanhang/));
    expect(await screen.findByText('Organisation 20')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox', { name: 'Sök organisation' })).not.toBeInTheDocument();
  });

  it('filters more than five after 200 ms, and says when nothing fits', async () => {
    network({ 'GET /api/v1/me/entities': list(many) });
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
    await act(() => vi.advanceTimersByTimeAsync(199));
    expect(screen.getByText('Organisation 20')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Ingen organisation hittades')).toBeInTheDocument();
    expect(screen.queryByText('Organisation 20')).not.toBeInTheDocument();
  });

  it('shows three visited last, relations, and what is active', async () => {
    const recent = many.slice(0, 4).map(({ idEntity, entityName, entitySlug }) => ({
      idEntity,
      entityName,
      entitySlug,
    }));
    localStorage.setItem('kalender:user:recent-organisations', JSON.stringify(recent));
    network({ 'GET /api/v1/me/entities': list(many) });
    draw(<SignedInHeader />, '/organisation-21');
    await screen.findByRole('region', { name: 'Administratörsvy' });
    await userEvent.click(await button(/^Sammanhang: Organisation 21/));
    expect(screen.getByText('Senast besökta')).toBeInTheDocument();
    const times = (name: string) =>
      screen.getAllByRole('button', { name: new RegExp(`^(O. ?)?.*${name}`) });
    expect(times('Organisation 20 ?Medlem')).toHaveLength(2);
    expect(times('Organisation 23 ?Medlem')).toHaveLength(1);
    for (const row of times('Organisation 21 ?Medlem')) expect(row).toHaveAttribute('aria-current');
    expect(screen.getByRole('button', { name: 'Familj' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Personligt' })).not.toHaveAttribute('aria-current');
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
    for (const name of ['Upptäck', 'Meddelanden', 'Chat', 'Kontakter', 'Notiser']) {
      expect(menu.getByRole('link', { name })).toBeInTheDocument();
    }
    for (const name of [
      'Min kalender',
      'Mina organisationer',
      'Mina bokningar',
      'Mina uppgifter',
      'Artiklar',
      'Infopoint',
      'Klyftig',
      'Min profil',
      'Inställningar',
    ]) {
      expect(menu.getByRole('link', { name })).toBeInTheDocument();
    }
    expect(menu.getByRole('heading', { name: 'Agera som organisation' })).toBeInTheDocument();
    expect(menu.getAllByText(/^Organisation 2\d/)).toHaveLength(5);
    await userEvent.click(menu.getByRole('button', { name: '+3 fler organisationer' }));
    expect(menu.getAllByText(/^Organisation 2\d/)).toHaveLength(8);
    expect(menu.getByRole('button', { name: 'Logga ut' })).toBeInTheDocument();
  });

  it('acting, has the way back instead', async () => {
    network();
    draw(<SignedInHeader />, '/bjorkens-if');
    await screen.findByRole('region', { name: 'Administratörsvy' });
    const menu = within(await open());
    expect(menu.getByText('Agerar som')).toBeInTheDocument();
    expect(menu.getByRole('button', { name: 'Byt till personligt' })).toBeInTheDocument();
    expect(menu.queryByText('Agera som organisation')).not.toBeInTheDocument();
    expect(menu.queryByText('Mina bokningar')).not.toBeInTheDocument();
  });
});

describe('the current section and the calendar reset [shell 2.41]', () => {
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

it('a person without a picture is a drawn one [shell 3.1]', async () => {
  network({ 'GET /api/v1/me': { ...anna, profileImage: '0' } });
  draw(<SignedInHeader />);
  const profile = await button(/Konto och inställningar/);
  await waitFor(() => expect(profile).toHaveTextContent('Anna Ek'));
  expect(profile.querySelector('svg circle')).not.toBeNull();
  expect(profile.querySelector('img')).toBeNull();
});
