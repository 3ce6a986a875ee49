/** What comes after the page: prompts, the update, the referral, the footer, and what the bell does. */
import { readFileSync } from 'node:fs';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unreadQuery } from '@/features/accounts/api.ts';
import { PicturePrompt } from '@/features/accounts/components/PicturePrompt.tsx';
import { notificationCountQuery } from '@/features/notifications/api.ts';
import { useRinging } from '@/features/notifications/NotificationBell.tsx';
import { logReferral, withoutSecrets } from '@/features/referral/referral.ts';
import { ReturnToService } from '@/features/returning/ReturnToService.tsx';
import { rememberService, serviceInitials, takeService } from '@/features/returning/returning.ts';
import { registerWorker } from '@/features/updates/serviceWorker.ts';
import { UpdateCheck } from '@/features/updates/UpdateCheck.tsx';
import { parseLinks, revision, stampOf } from '@/lib/operator.ts';
import { setPreferences } from '@/lib/preferences.ts';
import { draw } from '@/test/page.tsx';
import { anna, network, signIn, signOut } from '@/test/world.ts';
import { fill, ms, parts, pattern, spec } from '../../../e2e/spec/spec.ts';
import { Footer } from './Footer.tsx';
import SignedOutHeader from './SignedOutHeader.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  signOut();
});

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the bell [shell 2.42 4.20]', () => {
  it('rings for a moment, again and again, while something is unread', async () => {
    const [ring, every] = [spec['2.42'].ring, spec['2.42'].every].map(ms) as [number, number];
    expect([spec['4.20'].ring, spec['4.20'].every].map(ms)).toEqual([ring, every]);
    vi.useFakeTimers();
    const { result, rerender } = renderHook(({ unread }) => useRinging(unread), {
      initialProps: { unread: true },
    });
    expect(result.current).toBe(true);
    await later(ring - 1);
    expect(result.current).toBe(true);
    await later(1);
    expect(result.current).toBe(false);
    await later(every - ring - 1);
    expect(result.current).toBe(false);
    await later(1);
    expect(result.current).toBe(true);
    rerender({ unread: false });
    expect(result.current).toBe(false);
    await later(10_000);
    expect(result.current).toBe(false);
  });

  it('and the counts are asked for again and again [shell 7.2 9.2]', () => {
    const { every, messages } = spec['7.2'];
    expect(unreadQuery.refetchInterval).toBe(ms(messages));
    expect(notificationCountQuery.refetchInterval).toBe(ms(every));
    expect(ms(spec['9.2'].every)).toBe(ms(every));
  });
});

describe('the picture prompt [shell 4.18 2.68 3.1 5.6 9.6]', () => {
  const chosen = { ...anna, selectedMunicipalityId: 180 };
  const title = () => screen.queryByRole('dialog', { name: spec['2.68'].title });

  async function shown(me: object, guides?: object) {
    signIn();
    network({ 'GET /api/v1/me': me, ...(guides && { 'GET /api/v1/guides/status': guides }) });
    vi.useFakeTimers({ shouldAdvanceTime: false });
    const drawn = draw(<PicturePrompt />);
    await later(100);
    return drawn;
  }

  it.each([null, '', spec['3.1'].none])(
    'comes later where the picture is %o',
    async (profileImage) => {
      const { client, at } = await shown({ ...chosen, profileImage });
      expect(ms(spec['9.6'].picture)).toBe(ms(spec['4.18'].after));
      await later(ms(spec['4.18'].after) - 1_000);
      expect(title()).not.toBeInTheDocument();
      await later(1_000);
      expect(title()).toBeInTheDocument();
      expect(screen.getByText(`${parts(spec['2.68'].text)[0]} Kalender.`)).toBeInTheDocument();
      expect(screen.getByText(/snabbt igen dig.*ansikte/)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Ladda upp' })).toHaveAttribute(
        'href',
        '/anna-ek/settings',
      );
      expect(at()).toBe('/');
      // Neither Escape, however often, nor a browser that closes it all the same.
      for (let n = 0; n < 3; n += 1) {
        const key = new KeyboardEvent('keydown', {
          key: 'Escape',
          cancelable: true,
          bubbles: true,
        });
        act(() => void document.body.dispatchEvent(key));
        expect(key.defaultPrevented).toBe(true);
      }
      expect(title()).toHaveAttribute('closedby', 'none');
      act(() => (title() as HTMLDialogElement).close());
      expect(title()).toHaveAttribute('open');
      act(() => client.setQueryData(['me'], { ...chosen, profileImage: '/img/user/7' }));
      await later(100);
      expect(title()).not.toBeInTheDocument();
    },
  );

  it.each([
    ['there is one', { ...chosen, profileImage: '/img/user/7' }, undefined],
    [
      'no municipality is chosen',
      { ...anna, selectedMunicipalityId: Number(spec['3.1'].unchosen) },
      undefined,
    ],
    [
      'a mandatory guide is left',
      chosen,
      { status: { guides: [], hasCompletedMandatoryGuides: false } },
    ],
  ])('does not come where %s', async (_, me, guides) => {
    await shown(me, guides);
    await later(120_000);
    expect(title()).not.toBeInTheDocument();
  });
});

describe('the update dialog [shell 2.66 4.19]', () => {
  it('says what it is, and goes when it is dismissed', async () => {
    network({ 'GET /index.html': '<html data-version="new"></html>' });
    document.documentElement.dataset.version = 'old';
    vi.useFakeTimers();
    draw(<UpdateCheck />);
    await later(10_000);
    const { title, reload, dismiss } = spec['2.66'];
    expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
    expect(screen.getByText(/Spara det du håller på med först/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: reload })).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: dismiss }).click());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await later(5 * 60_000);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    delete document.documentElement.dataset.version;
  });
});

describe('going back to a sister service [shell 2.67]', () => {
  const known = [{ label: 'Nya Klyftig', to: 'https://klyftig.example' }];

  it('only to one the operator names, and asked once', () => {
    rememberService('Bank', known);
    expect(takeService(known)).toBeNull();
    rememberService('Nya Klyftig', known);
    expect(takeService(known)).toEqual(known[0]);
    expect(takeService(known)).toBeNull();
  });

  it.each([
    ['Klyftig', 'K'],
    ['nya klyftig', 'NK'],
    ['Östra Skolans Kurser', 'ÖS'],
  ])('%s is %s', (name, initials) => expect(serviceInitials(name)).toBe(initials));

  it('takes only whole https addresses as services', () => {
    expect(parseLinks('A=https://a.example B=http://b.example javascript:1 C=')).toEqual([
      { label: 'A', to: 'https://a.example' },
    ]);
  });

  it('asks a moment after the start', async () => {
    const said = spec['2.67'];
    const { sisterServices } = await import('@/lib/operator.ts');
    sisterServices.push(...known);
    rememberService('Nya Klyftig');
    vi.useFakeTimers();
    draw(<ReturnToService />);
    await later(ms(said.check) - 1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await later(1);
    expect(
      screen.getByRole('dialog', { name: fill(said.title, 'Nya Klyftig') }),
    ).toBeInTheDocument();
    expect(screen.getByText(/nytt fönster/)).toBeInTheDocument();
    expect(screen.getByText('NK')).toBeInTheDocument();
    const open = screen.getByRole('link', { name: fill(said.open, 'Nya Klyftig') });
    expect(open).toHaveAttribute('target', '_blank');
    act(() => screen.getByRole('button', { name: said.stay }).click());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    sisterServices.pop();
  });
});

describe('the referral [shell 7.4 3.12]', () => {
  it('is logged once per start, without what opens an account', async () => {
    window.history.replaceState(null, '', '/verify?token=secret&x=1');
    const calls = network();
    logReferral();
    logReferral();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toEqual({
      call: 'POST /api/public/referral',
      body: {
        [spec['7.4'].referrer]: '',
        [spec['7.4'].target]: `${window.location.origin}/verify?x=1`,
      },
    });
    expect(Object.keys(calls[0]?.body ?? {})).toEqual([spec['3.12'].referrer, spec['3.12'].target]);
    expect(withoutSecrets('https://a.example/?token=1')).toBe('https://a.example/');
    window.history.replaceState(null, '', '/');
  });
});

describe('the service worker [shell 7.6 8.14]', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    Reflect.deleteProperty(window, 'PushManager');
  });

  it('is registered where the browser can push; failing is only logged', async () => {
    const register = vi.fn(() => Promise.reject(new Error('no')));
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true });
    registerWorker();
    expect(register).not.toHaveBeenCalled();
    Object.defineProperty(window, 'PushManager', { value: class {}, configurable: true });
    registerWorker();
    expect(register).toHaveBeenCalledExactlyOnceWith(spec['7.6'].worker);
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  });

  it('answers no requests and keeps no pages', () => {
    const worker = readFileSync('public/service-worker.js', 'utf8');
    expect(worker).not.toMatch(/['"]fetch['"]|caches\./);
  });
});

describe('the footer [shell 1.5 9.10]', () => {
  it('has tagline, support, stamps and year', async () => {
    network();
    draw(<Footer />);
    expect(screen.getByText(spec['1.5'].tagline)).toBeInTheDocument();
    expect(screen.getByText(pattern(`© ${spec['1.5'].year}`))).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '08-465 004 00' })).toHaveAttribute(
      'href',
      'tel:0846500400',
    );
    const stamps = screen.getByRole('list', { name: 'Versioner' });
    await waitFor(() => expect(stamps).toHaveTextContent('Server 1.2.3'));
    for (const name of ['Webb', 'Inloggning', 'Bilder']) expect(stamps).toHaveTextContent(name);
    expect(stamps).toHaveTextContent(`Webb ${revision}`);
    expect(revision).toMatch(/^[0-9a-f]{8}/);
    expect(screen.getByText(pattern(`© ${spec['9.10'].year}`))).toBeInTheDocument();
    expect(stampOf('')).toBe(spec['9.10'].stamp);
    expect(stampOf('1234abcd')).toBe('1234abcd');
    for (const title of ['Lösningar', 'Funktioner', 'Stöd', 'Om Kalender', 'Villkor']) {
      expect(screen.getByRole('navigation', { name: title })).toBeInTheDocument();
    }
  });
});

describe('the signed-out header [shell 2.22 2.23 2.43 2.30 2.49]', () => {
  it('has six menus, of which one is open', async () => {
    network();
    draw(<SignedOutHeader />);
    const menus = screen.getByRole('navigation', { name: 'Menyer' });
    const buttons = [...menus.querySelectorAll('button')];
    expect(buttons).toHaveLength(6);
    for (const one of buttons) {
      await userEvent.click(one);
      const open = buttons.filter((each) => each.getAttribute('aria-expanded') === 'true');
      expect(open).toEqual([one]);
    }
    const { login, loginPath, signup, signupPath } = spec['2.22'];
    expect(screen.getByRole('link', { name: login })).toHaveAttribute('href', loginPath);
    expect(screen.getByRole('link', { name: spec['2.43'].login })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: signup })).toHaveAttribute('href', signupPath);
    await userEvent.click(screen.getByRole('button', { name: 'Öppna menyn' }));
    expect(document.querySelectorAll('dialog details[name="public-menu"]')).toHaveLength(6);
    const menu = within(screen.getByRole('dialog'));
    expect(menu.getByRole('link', { name: spec['2.49'].login })).toBeInTheDocument();
    expect(menu.getByRole('link', { name: spec['2.49'].signup })).toBeInTheDocument();
  });

  it('has an extra bar for those who want it', () => {
    network();
    draw(<SignedOutHeader />);
    expect(screen.queryByRole('navigation', { name: 'Genvägar' })).not.toBeInTheDocument();
    act(() => setPreferences({ linkBar: true }));
    expect(screen.getByRole('navigation', { name: 'Genvägar' })).toBeInTheDocument();
    const { create, pro, paths } = spec['2.30'];
    const bar = within(screen.getByRole('navigation', { name: 'Genvägar' }));
    const hrefs = bar.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(paths);
    expect(bar.getByRole('link', { name: create })).toHaveAttribute('href', paths.at(-2));
    expect(bar.getByRole('link', { name: pro })).toHaveAttribute('href', paths.at(-1));
    act(() => setPreferences({ linkBar: false }));
  });
});
