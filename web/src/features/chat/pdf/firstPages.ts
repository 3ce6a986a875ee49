/** First pages that were drawn, and the line of those that wait: one is drawn at a time, and none that nobody looks at any more. */

/** Pictures that are kept: more than a screen shows. */
const KEPT = 40;

/** By the file's address; null: it cannot be drawn. Oldest first. */
const drawn = new Map<string, string | null>();
let last: Promise<unknown> = Promise.resolve();

/** The picture's address, null where there is none to be had, undefined where it is not known yet. */
export const known = (url: string): string | null | undefined => drawn.get(url);

/** Draws a file's first page when it is its turn. Null: it cannot be drawn, or is no longer wanted. */
export function firstPage(url: string, width: number, wanted: AbortSignal): Promise<string | null> {
  const mine = last.then(async () => {
    const before = drawn.get(url);
    if (before !== undefined) return before;
    if (wanted.aborted) return null;
    const { drawFirstPage } = await import('./draw.ts');
    const picture = await drawFirstPage(url, width);
    keep(url, picture);
    return picture;
  });
  const settled = mine.catch(() => {
    // Without a network it is not the file's fault: it is tried again when it is seen again.
    if (navigator.onLine) keep(url, null);
    return null;
  });
  last = settled;
  return settled;
}

function keep(url: string, picture: string | null) {
  drawn.set(url, picture);
  for (const [oldest, its] of drawn) {
    if (drawn.size <= KEPT) break;
    if (its) URL.revokeObjectURL(its);
    drawn.delete(oldest);
  }
}
