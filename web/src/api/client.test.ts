import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberedPath } from '@/lib/nextPath.ts';
import { isSignedIn } from '@/lib/session.ts';
import { ms, spec } from '../../e2e/spec/spec.ts';
import { ApiError } from './ApiError.ts';
import { api } from './client.ts';

/** What the network answers; the fetch of the browser is the only thing replaced. */
function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return new Response(status === 204 ? null : text, { status, headers });
  });
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error as ApiError,
  );

const toasts = () => notificationsStore.getState().notifications.map((one) => one.message);
let now = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => {
  // Each test a minute later, so that the throttle of one does not silence the next.
  now += 60_000;
  vi.useFakeTimers({ now, toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
});

describe('a call', () => {
  it('sends JSON and gives back what the server answers', async () => {
    const fetch = answer(200, { idUser: 7 });
    await expect(api.patch('/api/v1/me', { firstName: 'Åsa' })).resolves.toEqual({ idUser: 7 });
    const [address, init] = fetch.mock.calls[0] ?? [];
    expect(address).toBe('/api/v1/me');
    expect(init).toMatchObject({
      method: 'PATCH',
      body: '{"firstName":"Åsa"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('leaves out what is not asked for in the address', async () => {
    const fetch = answer(200, []);
    await api.get('/api/v1/x', { query: { q: 'å ä', page: 0, before: undefined } });
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/x?q=%C3%A5+%C3%A4&page=0');
  });

  it('lets the browser name the boundary of a form', async () => {
    const fetch = answer(200, {});
    await api.put('/api/v1/me/image', new FormData());
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty('content-type');
  });

  it('takes an answer without a body', async () => {
    answer(204, null);
    await expect(api.delete('/api/v1/x')).resolves.toBeUndefined();
  });
});

describe('a failure', () => {
  it('carries the problem of the server', async () => {
    const errors = [{ field: 'password', code: 'LENGTH', message: 'För kort.' }];
    answer(422, { code: 'INVALID', message: 'Kontrollera.', errors, requestId: 'r1' });
    const error = await failureOf(api.post('/api/public/auth/signup', {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'INVALID', message: 'Kontrollera.' });
    expect(error.requestId).toBe('r1');
    expect(error.fieldMessage('password')).toBe('För kort.');
    expect(toasts()).toEqual([]);
  });

  it.each(spec['8.3'].codes.map(Number))(
    '%i warns for a while, and once in a while [shell 8.3 8.5 9.13]',
    async (status) => {
      answer(status, '<html>not ours</html>');
      await failureOf(api.get('/api/v1/me'));
      await vi.waitFor(() => expect(toasts()).toEqual([spec['8.3'].said]));
      expect(notificationsStore.getState().notifications[0]).toMatchObject({
        autoClose: ms(spec['8.3'].shown),
      });
      expect(ms(spec['9.13'].shown)).toBe(ms(spec['8.3'].shown));
      // Closed by the person meanwhile: the same words may come again, but not too soon.
      notifications.clean();
      vi.setSystemTime(now + ms(spec['8.5'].interval) - 1);
      await failureOf(api.get('/api/v1/me'));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(toasts()).toEqual([]);
      vi.setSystemTime(now + ms(spec['9.13'].interval));
      await failureOf(api.get('/api/v1/me'));
      await vi.waitFor(() => expect(toasts()).toEqual([spec['8.3'].said]));
    },
  );

  it('without an answer is status 0 and says that the server cannot be reached [shell 8.4]', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await failureOf(api.get('/api/v1/me'));
    expect(error).toMatchObject({ status: 0, code: 'UNREACHABLE' });
    await vi.waitFor(() => expect(toasts()).toEqual([spec['8.4'].said]));
  });

  it.each(spec['8.2'].ignored.map(Number))('%i is told by no toast [shell 8.2]', async (status) => {
    window.history.replaceState(null, '', spec['8.1'].to);
    answer(status, { code: 'NO', message: 'Nej.' });
    await failureOf(api.get('/api/v1/me'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(toasts()).toEqual([]);
  });

  it('of a quiet call is not told', async () => {
    answer(503, {});
    await failureOf(api.get('/api/v1/me/unread', { quiet: true }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(toasts()).toEqual([]);
  });

  it('by the caller giving up is not one of the server', async () => {
    const stop = new AbortController();
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      stop.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    const error = await failureOf(api.get('/api/v1/me', { signal: stop.signal }));
    expect(error.name).toBe('AbortError');
  });
});

describe('401 [shell 7.9 8.1]', () => {
  beforeEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = 'kalender_jwt_present=1';
    window.history.replaceState(null, '', '/settings?a=1');
  });

  it('ends the session on this device and remembers the place', async () => {
    answer(401, { code: 'UNAUTHENTICATED', message: 'Logga in.' });
    await failureOf(api.get('/api/v1/me'));
    expect(isSignedIn()).toBe(false);
    expect(rememberedPath()).toBe('/settings?a=1');
  });

  it('of signing in itself stays on the page', async () => {
    answer(401, { code: 'WRONG_CREDENTIALS', message: 'Fel lösenord.' });
    const error = await failureOf(api.post('/api/public/auth/login', {}));
    expect(error.message).toBe('Fel lösenord.');
    expect(isSignedIn()).toBe(true);
  });
});
