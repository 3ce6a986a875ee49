import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anna, signIn, signOut } from '@/test/world.ts';
import { fill, spec } from '../../e2e/spec/spec.ts';
import { ago } from './dates.ts';
import { loadPart, mayReload } from './loadPart.ts';
import { keepNextPath, loginPath, safeNextPath, takeNextPath } from './nextPath.ts';
import { checkPicture } from './picture.ts';
import { isReserved } from './reserved.ts';
import { clearSession, isSignedIn, keepSession, storedSession } from './session.ts';
import { slugOf } from './slug.ts';
import { forgetPerson, readStored, writeStored } from './storage.ts';
import { throttle } from './throttle.ts';
import { describeUserAgent } from './userAgent.ts';

describe('the slug of a name', () => {
  it.each([
    ['Björkens IF', 'bjorkens-if'],
    ['Ängsskolan på Öland', 'angsskolan-pa-oland'],
    ['  --  Kaffe & Bröd!! ', 'kaffe-brod'],
    ['Smørrebrød Ærlig', 'smorrebrod-arlig'],
    ['日本', ''],
  ])('%s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is always a clean first segment, and stays itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(50);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });
});

describe('the way after signing in', () => {
  it.each([
    ['/konversation/1?x=2#m3', '/konversation/1?x=2#m3'],
    ['/å', '/%C3%A5'],
    [null, '/'],
    ['', '/'],
    ['konversation', '/'],
    ['//evil.example/x', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login', '/'],
    ['/login/logged-out-jwt', '/'],
  ])('%s → %s', (next, path) => {
    expect(safeNextPath(next)).toBe(path);
  });

  it('never leaves the site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '\n',
      ':',
      '@',
      '%2f',
      'evil.example',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safeNextPath(pieces.join(''));
        expect(new URL(path, window.location.href).origin).toBe(window.location.origin);
      }),
    );
  });

  it('is kept in the address of the sign-in page', () => {
    expect(loginPath('/settings')).toBe('/login?next=%2Fsettings');
    expect(loginPath('/')).toBe('/login');
  });
});

describe('the way back after making an account', () => {
  const HOUR = 3_600_000;

  it('is kept as long as the link in the mail is good, and taken once', () => {
    keepNextPath('/kontakter/lagg-till/abc', 0);
    expect(takeNextPath(48 * HOUR - 1)).toBe('/kontakter/lagg-till/abc');
    expect(takeNextPath(48 * HOUR - 1)).toBeNull();
    keepNextPath('/kontakter/lagg-till/abc', 0);
    expect(takeNextPath(48 * HOUR)).toBeNull();
  });

  it('is nothing where something else was stored', () => {
    localStorage.setItem('kalender:next', 'no json');
    expect(takeNextPath(0)).toBeNull();
  });
});

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lets the first through and then one per interval', () => {
    const heard: number[] = [];
    const say = throttle((n: number) => heard.push(n), 5_000);
    for (let n = 0; n < 11; n += 1) {
      say(n);
      vi.advanceTimersByTime(1_000);
    }
    expect(heard).toEqual([0, 5, 10]);
  });
});

describe('a part of the page that cannot be loaded', () => {
  beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('is tried once more', async () => {
    const load = vi.fn(async () => 'part').mockRejectedValueOnce(new Error('gone'));
    const part = loadPart(load);
    await vi.runAllTimersAsync();
    await expect(part).resolves.toBe('part');
  });

  it('asks to reload, at most once in 30 s [shell 8.6]', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const fail = async () => {
      const part = loadPart(() => Promise.reject(new Error('gone')));
      const refused = expect(part).rejects.toThrow('gone');
      await vi.runAllTimersAsync();
      await refused;
    };
    await fail();
    await fail();
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(confirm).toHaveBeenCalledWith(fill(spec['8.6'].asked, window.location.host));
    vi.advanceTimersByTime(30_000);
    expect(mayReload(Date.now())).toBe(true);
  });
});

describe('what is stored for a person', () => {
  it('goes when they sign out; what belongs to the device stays', () => {
    writeStored('user:draft:1', 'Hej');
    writeStored('preferences', '{}');
    forgetPerson();
    expect(readStored('user:draft:1')).toBeNull();
    expect(readStored('preferences')).toBe('{}');
  });
});

describe('being signed in [shell 6.3]', () => {
  it.each([
    [`kalender_${spec['6.3'].cookie}_present=1`, true],
    ['a=1; kalender_jwt_present=1; b=2', true],
    ['kalender_jwt_present=0', false],
    ['other=1', false],
    ['', false],
  ])('%s: %s', (cookie, signedIn) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie);
    expect(isSignedIn()).toBe(signedIn);
  });

  it.each([
    ['kalender:user:token', 'x', true],
    ['kalender:user:session', JSON.stringify({ isLoggedIn: true, user: anna }), true],
    ['kalender:user:session', JSON.stringify({ isLoggedIn: false, user: anna }), false],
    ['kalender:user:session', JSON.stringify({ isLoggedIn: true }), false],
    ['kalender:user:session', '{', false],
    ['kalender:preferences', '{}', false],
  ])('without a cookie, by what is stored under %s: %s: %s', (key, value, signedIn) => {
    localStorage.setItem(key, value);
    expect(isSignedIn()).toBe(signedIn);
    clearSession();
    expect(isSignedIn()).toBe(false);
  });
});

describe('the session’s state [shell 7.10]', () => {
  afterEach(signOut);

  it('is kept for who is signed in, added to, and cleared on logout [social 3.22]', () => {
    keepSession({ user: anna });
    expect(storedSession()).toBeNull();
    signIn();
    keepSession({ viewedProfile: null });
    expect(storedSession()).toBeNull();
    keepSession({ user: anna });
    const viewedProfile = { id: 3, displayName: 'Björkens IF', slugName: 'bjorkens-if' };
    keepSession({ actingAs: 'entity', viewedProfile });
    const kept = {
      isLoggedIn: true,
      actingAs: 'entity',
      user: anna,
      viewedProfile,
      followers: [],
      activeInvitations: [],
    };
    expect(storedSession()).toEqual(kept);
    expect(Object.keys(kept)).toEqual(expect.arrayContaining(spec['social 3.22'].fields));
    // Whoever signs in next on the device finds nothing of it.
    const bo = { ...anna, idUser: 8 };
    keepSession({ user: bo });
    expect(storedSession()).toEqual({ ...kept, actingAs: 'person', user: bo, viewedProfile: null });
    clearSession();
    expect(storedSession()).toBeNull();
    expect(localStorage.getItem('kalender:user:session')).toBeNull();
  });
});

describe('how long ago', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-21T11:59:40Z', 'nyss'],
    ['2026-11-21T11:55:00Z', 'för 5 minuter sedan'],
    ['2026-11-21T10:30:00Z', 'för 1 timme sedan'],
    ['2026-11-20T12:00:00Z', 'i går'],
    ['2026-11-01T12:00:00Z', '1 november 2026'],
    // A clock that is ahead of ours.
    ['2026-11-21T12:00:05Z', 'nyss'],
    ['when?', ''],
  ])('%s', (time, words) => {
    expect(ago(time, now)).toBe(words);
  });
});

describe('a device by its User-Agent', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36',
      { browser: 'Chrome', system: 'Linux' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
      { browser: 'Edge', system: 'Windows' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
      { browser: 'Safari', system: 'iPhone' },
    ],
    [
      'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0',
      { browser: 'Firefox', system: 'Android' },
    ],
    ['curl/8.5.0', {}],
  ])('%s', (text, device) => {
    expect(describeUserAgent(text)).toEqual(device);
  });
});

describe('a picture', () => {
  const MIB = 1024 * 1024;
  it.each([
    ['image/jpeg', 10 * MIB, null],
    ['image/webp', 10 * MIB + 1, 'pictureSize'],
    ['image/gif', 10, 'pictureType'],
    ['', 10, 'pictureType'],
  ])('%s of %i bytes', (type, size, wrong) => {
    expect(checkPicture({ type, size })).toBe(wrong);
  });
});

describe('reserved first segments', () => {
  it.each(['login', 'register', 'settings', 'profile', 'feed', 'kontakter', 'konversation', 'API'])(
    '%s',
    (segment) => expect(isReserved(segment)).toBe(true),
  );
  it('leave other names free', () => expect(isReserved('bjorkens-if')).toBe(false));
});
