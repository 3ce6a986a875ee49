/** The worker that shows push messages (public/service-worker.js): where a click leads. The browser's side is the test's. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Handler = (event: object) => void;
type Shown = { data: object; actions?: { action: string; title: string }[] };

function worker() {
  const handlers: Record<string, Handler> = {};
  const shown: Shown[] = [];
  const opened: string[] = [];
  const self = {
    navigator: { userAgent: 'Chrome' },
    location: { origin: 'https://kalender.example' },
    addEventListener: (type: string, handler: Handler) => {
      handlers[type] = handler;
    },
    registration: {
      showNotification: async (_: string, options: Shown) => void shown.push(options),
    },
    clients: {
      matchAll: async () => [],
      openWindow: async (address: string) => void opened.push(address),
    },
  };
  new Function('self', readFileSync('public/service-worker.js', 'utf8'))(self);
  const dispatch = async (type: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve();
    handlers[type]?.({ ...event, waitUntil: (what: Promise<unknown>) => (done = what) });
    await done;
  };
  return {
    shown,
    opened,
    push: (message: object) => dispatch('push', { data: { json: () => message } }),
    click: (action: string) =>
      dispatch('notificationclick', {
        action,
        notification: { data: shown.at(-1)?.data, close: () => {} },
      }),
  };
}

const path = '/konversation/7/9?message=5';
const settings = '/settings/notifications?entity=3&type=MENTION&channel=push';

describe('a push message', () => {
  it('leads to what it is about, and to the choice that let it through (contract 11.3)', async () => {
    const { push, click, shown, opened } = worker();
    await push({ title: 'Styrelsen', body: 'hej', path, settings });
    expect(shown[0]?.actions).toEqual([{ action: 'settings', title: 'Varför fick jag det här?' }]);
    await click('');
    await click('settings');
    expect(opened).toEqual([path, settings].map((to) => `https://kalender.example${to}`));
  });

  it('without such a choice leads to what it is about alone', async () => {
    const { push, click, shown, opened } = worker();
    await push({ title: 'Säkerhet', body: 'hej', path });
    expect(shown[0]?.actions).toBeUndefined();
    await click('settings');
    expect(opened).toEqual([`https://kalender.example${path}`]);
  });

  it('never leads to another site', async () => {
    const { push, click, opened } = worker();
    await push({ title: 'x', body: 'hej', path, settings: 'https://other.example/' });
    await click('settings');
    expect(opened).toEqual(['https://kalender.example/']);
  });
});
