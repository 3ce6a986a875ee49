/**
 * A link from outside (a push message, a mail) leads straight into a channel; on a phone Back leads to the list then, as it
 * does for who has come there by hand, and not out of the app. Before the router reads the history.
 */
const CHANNEL = /^(\/konversation\/\d+)\/\d+/;

export function underlayOf(pathname: string): string | null {
  return CHANNEL.exec(pathname)?.[1] ?? null;
}

export function putListBelow(): void {
  const { pathname, search, hash } = window.location;
  const below = underlayOf(pathname);
  // A step that the router knows has been here before.
  if (!below || window.history.state || !window.matchMedia('(max-width: 56.24em)').matches) return;
  window.history.replaceState({ usr: null, key: 'below', idx: 0 }, '', below);
  window.history.pushState({ usr: null, key: 'linked', idx: 1 }, '', pathname + search + hash);
}
