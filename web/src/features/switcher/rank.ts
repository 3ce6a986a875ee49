/** What is offered for what is typed, the likeliest first. Pure. */

export type PlaceKind = 'channel' | 'private' | 'conversation' | 'person';

export interface Target {
  /** The same for life: by it a place is remembered. */
  key: string;
  kind: PlaceKind;
  name: string;
  /** Also found by this: the handle, the channel's short name. */
  also: string;
  /** Which organisation, which handle. */
  where: string;
  path: string;
  image: string | null;
}

export const SHOWN_MAX = 30;

/** Swedish, and numbers by their size. */
const inOrder = new Intl.Collator('sv', { numeric: true });
const fold = (text: string) => text.normalize('NFC').toLocaleLowerCase('sv');
/** Who types no marks means letters with and without them; who types å, ä, ö means them. */
const bare = (text: string) => fold(text).normalize('NFD').replace(/\p{M}/gu, '');

/** 0: the name begins so; 1: a word of it; 2: it is in it; 3: in the other name; null: nowhere. */
function match({ name, also }: Target, wanted: string): number | null {
  for (const form of [fold, bare]) {
    const text = form(name);
    if (text.startsWith(wanted)) return 0;
    if (text.split(/[\s\-_(]+/u).some((word) => word.startsWith(wanted))) return 1;
  }
  for (const form of [fold, bare]) if (form(name).includes(wanted)) return 2;
  return fold(also).includes(wanted) ? 3 : null;
}

/**
 * `recent`: keys of places where one was, the last first. Without words it is those and then the rest; with words how well
 * they fit, among equals the recent ones, then by name.
 */
export function rank(
  targets: readonly Target[],
  typed: string,
  recent: readonly string[],
): Target[] {
  const wanted = fold(typed.trim().replace(/^[#@]/u, ''));
  const recency = new Map(recent.map((key, index) => [key, index]));
  const since = ({ key }: Target) => recency.get(key) ?? recent.length;
  return targets
    .map((target) => ({ target, fit: wanted === '' ? 0 : match(target, wanted) }))
    .filter((one): one is { target: Target; fit: number } => one.fit !== null)
    .sort(
      (a, b) =>
        a.fit - b.fit ||
        since(a.target) - since(b.target) ||
        inOrder.compare(a.target.name, b.target.name),
    )
    .slice(0, SHOWN_MAX)
    .map(({ target }) => target);
}
