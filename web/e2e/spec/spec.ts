/**
 * What the specification's lines say, as tests take it: texts, addresses, times, numbers. The lines
 * stand in lines.json; data.json names pieces of them, each word for word (`npm run spec` refuses
 * others). A test takes what it expects from here, never from the code it looks at.
 */
import data from './data.json' with { type: 'json' };

export const spec = data;

const UNITS: [RegExp, number][] = [
  [/^ms$/, 1],
  [/^s$/, 1_000],
  [/^min(utes?)?$/, 60_000],
  [/^hours?$/, 3_600_000],
];

/** The time in a piece, as milliseconds: '5 minutes' is 300000. */
export function ms(piece: string): number {
  const [, amount, name = ''] = /(\d+(?:\.\d+)?) (ms|s|min|minutes?|hours?)\b/.exec(piece) ?? [];
  const unit = UNITS.find(([known]) => known.test(name))?.[1];
  if (!amount || !unit) throw new Error(`no time: ${piece}`);
  return Number(amount) * unit;
}

/** The first number in a piece: '10 stored' is 10. */
export function count(piece: string): number {
  const found = /-?\d+(?:\.\d+)?/.exec(piece);
  if (!found) throw new Error(`no number: ${piece}`);
  return Number(found[0]);
}

/** Every number in a piece. */
export const counts = (piece: string): number[] => (piece.match(/\d+/g) ?? []).map(Number);

/** A piece with its places filled, in their order: '{name}', and the N of '+N'. */
export function fill(piece: string, ...values: (string | number)[]): string {
  const left = [...values];
  return piece.replace(/\{[^}]*\}|(?<=\+)N\b/g, () => String(left.shift()));
}

/** The parts of a piece around its '...'. */
export const parts = (piece: string): string[] => piece.split(/ ?\.\.\. ?/).filter(Boolean);

/** As a pattern for what may stand among other words. */
export const pattern = (piece: string, flags = ''): RegExp =>
  new RegExp(piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags);
