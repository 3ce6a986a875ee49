/** Push messages to this browser, with a push service that answers for the browser's. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushOwner, setPushOwner } from '@/lib/pushOwner.ts';
import { draw } from '@/test/page.tsx';
import { network, Refusal, signIn, signOut } from '@/test/world.ts';
import { pushTexts } from '@/texts/push.ts';
import { leave, renew } from './device.ts';
import { PushSettings } from './PushSettings.tsx';

const KEY = 'BAAB';
const bytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** The browser's side: its permission, its one subscription, and what it was asked. */
function browser(permission: NotificationPermission, answer = permission) {
  let subscription: object | null = null;
  const asked: string[] = [];
  const make = (key: string) => ({
    endpoint: `https://push.example/${key}`,
    options: { applicationServerKey: bytes(key).buffer },
    toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      asked.push('unsubscribe');
      subscription = null;
      return true;
    },
  });
  const side = {
    asked,
    fails: false,
    subscribed: (key: string) => {
      subscription = make(key);
    },
    get subscription() {
      return subscription;
    },
  };
  const registration = {
    getNotifications: async () => [{ close: () => asked.push('close') }],
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async (options: { applicationServerKey: string; userVisibleOnly: boolean }) => {
        asked.push(`subscribe ${options.applicationServerKey} ${options.userVisibleOnly}`);
        if (side.fails) throw new DOMException('push service error', 'AbortError');
        subscription = make(options.applicationServerKey);
        return subscription;
      },
    },
  };
  const worker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  const notification = {
    permission,
    requestPermission: async () => {
      asked.push('permission');
      notification.permission = answer;
      return answer;
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  Object.defineProperty(window, 'PushManager', { value: class {}, configurable: true });
  vi.stubGlobal('Notification', notification);
  return side;
}

const answers = {
  'GET /api/v1/push/key': { data: { publicKey: KEY } },
  'PUT /api/v1/push/subscription': undefined,
  'DELETE /api/v1/push/subscription': undefined,
};
const toggle = () => screen.findByRole('switch', { name: 'Visa notiser här' });
const PUT = {
  call: 'PUT /api/v1/push/subscription',
  body: { endpoint: `https://push.example/${KEY}`, keys: { p256dh: 'p', auth: 'a' } },
};

beforeEach(signIn);
afterEach(() => {
  signOut();
  localStorage.clear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(window, 'PushManager');
});

describe('the switch [shell 7.6]', () => {
  it('cannot be used where the browser cannot', async () => {
    network(answers);
    draw(<PushSettings person={7} />);
    expect(await toggle()).toBeDisabled();
    expect(screen.getByText(pushTexts.unsupported)).toBeInTheDocument();
  });

  it('says how to allow what was forbidden, and asks nothing', async () => {
    const side = browser('denied');
    const calls = network(answers);
    draw(<PushSettings person={7} />);
    expect(await toggle()).toBeDisabled();
    expect(screen.getByText(pushTexts.denied)).toBeInTheDocument();
    expect([side.asked, calls]).toEqual([[], []]);
  });

  it('asks on the click alone, subscribes with the server’s key and tells the server', async () => {
    const side = browser('default', 'granted');
    const calls = network(answers);
    draw(<PushSettings person={7} />);
    expect(await toggle()).not.toBeChecked();
    expect(side.asked).toEqual([]);
    await userEvent.click(await toggle());
    expect(await screen.findByText(pushTexts.on)).toBeInTheDocument();
    expect(await toggle()).toBeChecked();
    expect(side.asked).toEqual(['permission', `subscribe ${KEY} true`]);
    expect(calls).toContainEqual(PUT);
    expect(pushOwner()).toBe(7);

    await userEvent.click(await toggle());
    expect(await screen.findByText(pushTexts.off)).toBeInTheDocument();
    expect(calls.at(-1)).toEqual({
      call: 'DELETE /api/v1/push/subscription',
      body: { endpoint: `https://push.example/${KEY}` },
    });
    expect([side.subscription, pushOwner()]).toEqual([null, null]);
  });

  it('stays off where the person says no', async () => {
    const side = browser('default', 'denied');
    const calls = network(answers);
    draw(<PushSettings person={7} />);
    await userEvent.click(await toggle());
    expect(await screen.findByText(pushTexts.denied)).toBeInTheDocument();
    expect(await toggle()).not.toBeChecked();
    expect([side.asked, calls]).toEqual([['permission'], []]);
  });

  it.each(['the push service', 'the server'])('says so where %s fails', async (who) => {
    const side = browser('granted');
    side.fails = who === 'the push service';
    network({ ...answers, 'PUT /api/v1/push/subscription': new Refusal(422, 'INVALID') });
    draw(<PushSettings person={7} />);
    await userEvent.click(await toggle());
    expect(await screen.findByText(pushTexts.failed)).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(pushTexts.failed);
    expect(await toggle()).not.toBeChecked();
    expect(pushOwner()).toBeNull();
  });

  it('is on only for whoever turned it on', async () => {
    browser('granted').subscribed(KEY);
    network(answers);
    setPushOwner(8);
    draw(<PushSettings person={7} />);
    expect(await toggle()).not.toBeChecked();
  });
});

describe('the start', () => {
  it('tells the server again, which may have lost it', async () => {
    const side = browser('granted');
    side.subscribed(KEY);
    setPushOwner(7);
    const calls = network(answers);
    await renew(7);
    expect(calls).toContainEqual(PUT);
    expect(side.asked).toEqual([]);
  });

  it('subscribes anew where the browser lost it or the key is another', async () => {
    const side = browser('granted');
    setPushOwner(7);
    network(answers);
    await renew(7);
    expect(side.asked).toEqual([`subscribe ${KEY} true`]);
    side.subscribed('BBBB');
    await renew(7);
    expect(side.asked.slice(1)).toEqual(['unsubscribe', `subscribe ${KEY} true`]);
  });

  it.each(['default', 'denied'] as const)('does nothing where permission is %s', async (now) => {
    const side = browser(now);
    setPushOwner(7);
    const calls = network(answers);
    await renew(7);
    expect([side.asked, calls]).toEqual([[], []]);
  });

  it('ends what another person turned on', async () => {
    const side = browser('granted');
    side.subscribed(KEY);
    setPushOwner(8);
    const calls = network(answers);
    await renew(7);
    expect([side.subscription, pushOwner(), calls]).toEqual([null, null, []]);
    await renew(7);
    expect(side.asked.sort()).toEqual(['close', 'unsubscribe']);
  });
});

describe('signing out', () => {
  it('gives the subscription back, and does not wait for a slow push service', async () => {
    const side = browser('granted');
    side.subscribed(KEY);
    setPushOwner(7);
    await leave();
    expect([side.subscription, pushOwner()]).toEqual([null, null]);
    expect(side.asked.sort()).toEqual(['close', 'unsubscribe']);
    vi.useFakeTimers();
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { getRegistration: () => new Promise(() => {}) },
      configurable: true,
    });
    const left = leave();
    await vi.advanceTimersByTimeAsync(2_000);
    await left;
    vi.useRealTimers();
  });
});
