/**
 * Push messages to this browser. Asks for permission only from `turnOn`, which a person's click calls.
 *
 * Who turned it on is noted on the device: another person who signs in here later gets nothing they
 * have not asked for, and a subscription that the browser or the server lost is made anew.
 */
import { api } from '@/api/client.ts';
import { pushOwner, setPushOwner } from '@/lib/pushOwner.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const HERE = '/api/v1/push/subscription';
/** Push services may be slow; signing out does not wait for them. */
const PATIENCE_MS = 2_000;

export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** How it is for a person; asks nobody. */
export async function pushState(person: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const on = Notification.permission === 'granted' && pushOwner() === person;
  return on && (await current()) ? 'on' : 'off';
}

const serverKey = async (): Promise<string> =>
  (await api.get<{ data: { publicKey: string } }>('/api/v1/push/key', { quiet: true })).data
    .publicKey;

/** Subscribes with the server's key, anew where the present subscription is for another one. */
async function subscribe(): Promise<void> {
  const key = await serverKey();
  const { pushManager } = await navigator.serviceWorker.register('/service-worker.js').then(ready);
  let subscription = await pushManager.getSubscription();
  if (subscription && keyOf(subscription) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  await api.put<void>(HERE, subscription.toJSON(), { quiet: true });
}

/** Subscribing needs a worker that is active. */
const ready = () => navigator.serviceWorker.ready;

/** The key a subscription was made for, as the server writes it. */
export function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A person's click: asks the browser for permission where it has not answered yet. */
export async function turnOn(person: number): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribe();
  setPushOwner(person);
  return 'on';
}

/** The server is told first: once it knows, nothing more comes, whatever the push service says. */
export async function turnOff(): Promise<PushState> {
  const subscription = await current();
  if (subscription) {
    const { endpoint } = subscription;
    await api.delete(HERE, { body: { endpoint }, quiet: true });
    await subscription.unsubscribe().catch(() => false);
  }
  setPushOwner(null);
  return 'off';
}

/** At the start: makes good what the browser, the server or an operator's new key has lost. */
export async function renew(person: number): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const owner = pushOwner();
  if (owner === person) await subscribe();
  else if (owner !== null) await leave();
}

/** The person has left: whatever is sent to this browser from now on, it does not show. */
export async function leave(): Promise<void> {
  setPushOwner(null);
  if (!isSupported()) return;
  const gone = Promise.all([
    current().then((subscription) => subscription?.unsubscribe()),
    closeAll(),
  ]);
  await Promise.race([gone, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}

/** What is shown already is nobody's business but the person's who has left. */
async function closeAll(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
