/**
 * Shows push messages and opens what they are about. It answers no requests and keeps no pages:
 * being offline is a state of the page itself.
 */

/** How long an open page may take to say that it shows something (ms). */
const PATIENCE = 1_000;

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Safari takes the permission back from who does not show each message, whatever is open; the other
 * browsers do not expect anything to be shown over a window of ours that has the focus.
 */
const showsAlways = /^((?!chrom|android).)*safari/i.test(self.navigator.userAgent);

let shown = Promise.resolve();

self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    message = { body: event.data?.text() };
  }
  // One after the other, as they came: the last of a tag is the one that stays.
  shown = shown.then(() => show(message));
  event.waitUntil(shown);
  shown = shown.catch(() => {});
});

async function show({
  title = 'Kalender',
  body = '',
  path = '/notifications',
  tag = '',
  settings = '',
}) {
  const open = await windows();
  // The page in front of the person has heard of it by itself.
  if (!showsAlways && open.some((client) => client.focused)) return;
  // A later one with the same tag takes the place of the one before, and is heard all the same.
  const again = tag ? { tag, renotify: true } : {};
  // Where the choice stands that let it through.
  const why = settings ? { actions: [{ action: 'settings', title: 'Varför fick jag det här?' }] } : {};
  const data = { path, settings };
  const options = { body, ...again, ...why, icon: '/favicon.svg', lang: 'sv', data };
  await self.registration.showNotification(title, options);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path = '/', settings } = event.notification.data ?? {};
  event.waitUntil(open((event.action === 'settings' && settings) || path));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  // A message never leads to another site.
  const target = url.origin === self.location.origin ? url : new URL(self.location.origin);
  const [client] = await windows();
  if (!client) return self.clients.openWindow(target.href);
  await client.focus().catch(() => client);
  // The page goes there by itself, so that nothing that is written in it is lost.
  if (await told(client, target.pathname + target.search + target.hash)) return client;
  return self.clients.openWindow(target.href);
}

/** Whether an open page took it upon itself; one that has just begun may not hear yet. */
function told(client, path) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(true);
    setTimeout(() => done(false), PATIENCE);
    client.postMessage({ type: 'open', path }, [port2]);
  });
}

/** The push service gave this browser another address. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.newSubscription));
});

async function renew(given) {
  const send = (method, path, body) =>
    fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const answer = await send('GET', '/api/v1/push/key');
  // Signed out: there is nobody to tell about.
  if (!answer.ok) return;
  const { data } = await answer.json();
  const wanted = { userVisibleOnly: true, applicationServerKey: data.publicKey };
  const subscription = given ?? (await self.registration.pushManager.subscribe(wanted));
  await send('PUT', '/api/v1/push/subscription', subscription.toJSON());
}
