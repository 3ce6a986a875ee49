/** Notices that a newer build is served than the one this page runs. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export type Timings = { first: number; every: number; afterDismissal: number };

export const timings = (hostname: string): Timings =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? { first: 10 * SECOND, every: MINUTE, afterDismissal: 5 * MINUTE }
    : { first: 5 * MINUTE, every: 30 * MINUTE, afterDismissal: 120 * MINUTE };

/** What a page says of its build: its data-version, and the hash in its main script's name. */
export type Build = { version: string | null; script: string | null };

export const buildOf = (html: string): Build =>
  buildIn(new DOMParser().parseFromString(html, 'text/html'));

export function buildIn(page: Document): Build {
  return {
    version: page.documentElement.dataset.version || null,
    script: page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null,
  };
}

/** Newer where either is known of both and differs. What is no page of ours tells nothing. */
export function differs(own: Build, served: Build): boolean {
  const changed = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return changed(own.version, served.version) || changed(own.script, served.script);
}

export async function fetchPage(): Promise<string> {
  const response = await fetch('/index.html', {
    cache: 'no-store',
    headers: { 'cache-control': 'no-cache', pragma: 'no-cache' },
  });
  if (!response.ok) throw new Error(`index.html: ${response.status}`);
  return response.text();
}

type Watch = {
  own: Build;
  times: Timings;
  fetch?: () => Promise<string>;
  found: () => void;
};

/** Checks until something newer is found; after a dismissal later again. */
export function watchVersion({ own, times, fetch = fetchPage, found }: Watch) {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;

  const next = (ms: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void check(), ms);
  };
  const check = async () => {
    try {
      if (differs(own, buildOf(await fetch()))) {
        if (!stopped) found();
        return;
      }
    } catch (error) {
      console.warn('the version could not be checked', error);
    }
    next(times.every);
  };

  next(times.first);
  return {
    dismissed: () => next(times.afterDismissal),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
