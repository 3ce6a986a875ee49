/**
 * What is typed into the search for messages: words, and filters among them. `från:anna i:allmänt före:2026-05-14 har:bild soppa`.
 * Pure.
 */
export interface Typed {
  /** The words without the filters. */
  text: string;
  /** A name after `från:`, without its @. */
  from?: string;
  /** A channel's name after `i:`, without its #. */
  channel?: string;
  /** A day after `före:`. */
  before?: string;
  /** What is named after `har:`. */
  has?: Has;
}

export type Has = 'IMAGE' | 'FILE' | 'LINK';
/** As they are written, in the order in which they are offered. */
export const HAS: ReadonlyMap<string, Has> = new Map([
  ['bild', 'IMAGE'],
  ['fil', 'FILE'],
  ['länk', 'LINK'],
]);

const FILTER = /(?:^|\s)(från|i|före|har):(\S*)/giu;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function parseSearch(typed: string): Typed {
  const found: Typed = { text: '' };
  const text = typed.normalize('NFC').replace(FILTER, (whole, name: string, value: string) => {
    const bare = value.replace(/^[@#]/, '');
    if (bare === '') return ' ';
    switch (name.toLocaleLowerCase('sv')) {
      case 'från':
        found.from = bare;
        return ' ';
      case 'i':
        found.channel = bare;
        return ' ';
      case 'har': {
        const has = HAS.get(bare.toLocaleLowerCase('sv'));
        if (!has) return whole;
        found.has = has;
        return ' ';
      }
      default:
        if (!DAY.test(bare)) return whole;
        found.before = bare;
        return ' ';
    }
  });
  return { ...found, text: text.replace(/\s+/gu, ' ').trim() };
}

/** The filter that is being written at the end, to be completed. */
export function openFilter(typed: string): { filter: 'från' | 'i' | 'har'; begun: string } | null {
  const end = /(?:^|\s)(från|i|har):[@#]?(\S*)$/iu.exec(typed.normalize('NFC'));
  if (!end?.[1]) return null;
  const filter = end[1].toLocaleLowerCase('sv') as 'från' | 'i' | 'har';
  const begun = end[2] ?? '';
  // A word of three that is written out is not being written any more.
  return filter === 'har' && HAS.has(begun.toLocaleLowerCase('sv')) ? null : { filter, begun };
}

/** With that filter completed, and room for what comes next. */
export function complete(typed: string, value: string): string {
  return typed
    .normalize('NFC')
    .replace(/(från|i|har):\S*$/iu, (_, name: string) => `${name}:${value} `);
}
