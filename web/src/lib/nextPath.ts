/** Where to go after signing in. Only paths on this site are taken; anything else is the start page. */
export function safeNextPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  // Browsers read a backslash as a slash and skip tabs and line breaks, so '/\evil.se' and
  // '/<tab>/evil.se' would leave the site.
  let url: URL;
  try {
    url = new URL(next, window.location.origin);
  } catch {
    return '/';
  }
  if (url.origin !== window.location.origin) return '/';
  const path = url.pathname + url.search + url.hash;
  // '/.//evil.se' normalises to '//evil.se', which as a link is another host.
  if (path.startsWith('//')) return '/';
  return path.startsWith('/login') ? '/' : path;
}

export function loginPath(next: string): string {
  const path = safeNextPath(next);
  return path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`;
}

const NEXT = 'kalender:next';
/** As long as the link in the mail that confirms an address. */
const KEPT_MS = 48 * 3_600_000;

/** For who makes an account first: the mail's link opens a page that knows of nothing. */
export function keepNextPath(path: string, now: number): void {
  try {
    localStorage.setItem(NEXT, JSON.stringify({ path, until: now + KEPT_MS }));
  } catch {
    // Without storage the person opens the address again.
  }
}

/** What was kept, once; null: nothing, or too long ago. */
export function takeNextPath(now: number): string | null {
  try {
    const { path, until } = JSON.parse(localStorage.getItem(NEXT) ?? '{}');
    localStorage.removeItem(NEXT);
    return typeof path === 'string' && now < until ? path : null;
  } catch {
    return null;
  }
}

const KEPT = 'kalender:return-to';

/** Remembers where a session ended, so that signing in again leads back there. */
export function rememberPath(path: string): void {
  try {
    sessionStorage.setItem(KEPT, path);
  } catch {
    // Without storage the person lands on the start page instead.
  }
}

export function rememberedPath(): string {
  try {
    return safeNextPath(sessionStorage.getItem(KEPT));
  } catch {
    return '/';
  }
}

export function forgetRememberedPath(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing was stored either.
  }
}
