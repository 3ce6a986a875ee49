/**
 * What is typed into the search for messages: words, and filters among them. `från:anna i:allmänt före:2026-05-14 soppa`.
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
}

const FILTER = /(?:^|\s)(från|i|före):(\S*)/giu;
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
      default:
        if (!DAY.test(bare)) return whole;
        found.before = bare;
        return ' ';
    }
  });
  return { ...found, text: text.replace(/\s+/gu, ' ').trim() };
}

/** The filter that is being written at the end, to be completed. */
export function openFilter(typed: string): { filter: 'från' | 'i'; begun: string } | null {
  const end = /(?:^|\s)(från|i):[@#]?(\S*)$/iu.exec(typed.normalize('NFC'));
  if (!end?.[1]) return null;
  const filter = end[1].toLocaleLowerCase('sv') === 'i' ? 'i' : 'från';
  return { filter, begun: end[2] ?? '' };
}

/** With that filter completed, and room for what comes next. */
export function complete(typed: string, value: string): string {
  return typed
    .normalize('NFC')
    .replace(/(från|i):\S*$/iu, (_, name: string) => `${name}:${value} `);
}
