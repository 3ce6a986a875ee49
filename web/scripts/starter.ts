/**
 * A page that was drawn when the app was built stands without the app: it fetches it when somebody
 * points at it, types or moves into it, and by itself once it has stood for a moment with nothing
 * to do (the search and the server's version come with it). What is clicked, sent or asked of the
 * keyboard before the app is there is held, and done when it is.
 */

/** What the app says once it has taken the page over (src/app/App.tsx). */
const READY = 'kalender-ready';
/** The app's first file, those that it needs at once, and whether the page wants them as soon as it is painted. */
export type Started = { entry: string; beside: string[]; atOnce: boolean };

/** Runs in the page as it stands here: the same text in every one, so that one hash allows it. */
function starter(ready: string) {
  const own = (document.currentScript as HTMLScriptElement).dataset;
  /** How long a page stands before the app comes by itself (ms). */
  const rest = 2500;
  const begins = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'];
  const holds = ['click', 'submit', 'keydown'];
  const held: [string, Element, KeyboardEvent][] = [];
  let begun = false;

  const begin = () => {
    if (begun) return;
    begun = true;
    for (const name of begins) removeEventListener(name, begin, true);
    // At the same time, not when the first file has come and names them.
    for (const file of own.beside?.split(' ') ?? [])
      import(/* @vite-ignore */ file).catch(() => {});
    // Not there: the page loads anew with a link, as without a script.
    import(/* @vite-ignore */ own.entry as string).catch(release);
  };

  /** Links go where they lead, and keys type, by themselves. */
  const hold = (event: Event) => {
    const target = event.target as Element;
    const key = event as KeyboardEvent;
    const button = target.closest('button,[role=button]');
    // A form's own button sends the form, which is held as such.
    if (event.type === 'click' && (!button || button.matches('form [type=submit]'))) return;
    if (
      event.type === 'keydown' &&
      !((key.ctrlKey || key.metaKey) && key.key.toLowerCase() === 'k')
    )
      return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push([event.type, event.type === 'click' && button ? button : target, key]);
    begin();
  };

  function release() {
    for (const name of holds) removeEventListener(name, hold, true);
    for (const [type, target, key] of held.splice(0)) {
      if (!target.isConnected) continue;
      if (type === 'click') (target as HTMLElement).click();
      else if (type === 'submit') (target as HTMLFormElement).requestSubmit();
      else target.dispatchEvent(new KeyboardEvent(type, key));
    }
  }

  for (const name of begins) addEventListener(name, begin, { capture: true, passive: true });
  for (const name of holds) addEventListener(name, hold, true);
  // Where a click leads may still be on its way when the app says so: a frame later it is there.
  addEventListener(ready, () => requestAnimationFrame(() => setTimeout(release)), { once: true });
  // What was kept of somebody counts as signed in (src/lib/session.ts): the page is not theirs.
  let kept = false;
  try {
    kept = ['kalender:user:token', 'kalender:user:session'].some(
      (key) => localStorage.getItem(key) !== null,
    );
  } catch {}
  const idle = window.requestIdleCallback ?? setTimeout;
  addEventListener('load', () => {
    if (kept || own.atOnce !== undefined) requestAnimationFrame(() => setTimeout(begin));
    else setTimeout(() => idle(begin), rest);
  });
}

/** The element, for the head of a drawn page. */
export function starterOf({ entry, beside, atOnce }: Started): string {
  const lines = `(${starter.toString()})(${JSON.stringify(READY)})`;
  const also = beside.length > 0 ? ` data-beside="${beside.join(' ')}"` : '';
  return `<script data-entry="${entry}"${also}${atOnce ? ' data-at-once' : ''}>${lines}</script>`;
}

/** Runs in a page that stands in its frame: the app comes once that has been painted, with the page's own files beside it. */
function follower() {
  const own = (document.currentScript as HTMLScriptElement).dataset;
  /** A page that paints nothing (it lies behind another) gets its app all the same (ms). */
  const atLast = 500;
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const file of (own.files ?? '').split(' ')) {
      if (!file) continue;
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = `/assets/${file}`;
      document.head.append(link);
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.src = own.entry as string;
    document.head.append(script);
  };
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(begin));
    setTimeout(begin, atLast);
  });
}

/** The element, for the head of a page in its frame. `files`: names in /assets. */
export function followerOf(entry: string, files: string[]): string {
  return `<script data-entry="${entry}" data-files="${files.join(' ')}">(${follower.toString()})()</script>`;
}
