/** What people mean when they paste. Pure: what lies on the clipboard and where it goes → what is done. */
import type { Change } from './editText.ts';
import { namedLinkAt } from './links.ts';

export interface Clip<F> {
  text: string;
  html: string;
  files: readonly F[];
}

export interface Place {
  value: string;
  start: number;
  end: number;
}

/** `pictures` lie beside the text that is written: they can be had instead of it. */
export type Act<F> =
  | { kind: 'attach'; files: readonly F[] }
  | { kind: 'write'; change: Change; pictures: readonly F[] };

/**
 * Text is what is meant where there is any: Word and Excel put a picture of it beside it. Files are meant where the text only names
 * them, as a file manager's does, or describes a picture that was copied from a page.
 */
export function pasted<F extends { name: string; type: string }>(
  { text, html, files }: Clip<F>,
  place: Place,
): Act<F> {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  const onlyFiles =
    text.trim() === '' || pictures.length === 0 || namesThem(text, files) || isPicture(html);
  if (files.length > 0 && onlyFiles) return { kind: 'attach', files };
  const insert = text.replace(/\r\n?/g, '\n');
  const { start, end } = place;
  const after = start + insert.length;
  const plain = { start, end, insert, selectFrom: after, selectTo: after };
  return { kind: 'write', change: linked(place, insert) ?? plain, pictures };
}

/** Each line is a file's name, or a path or an address that ends with it. */
function namesThem(text: string, files: readonly { name: string }[]): boolean {
  const names = new Set(files.map(({ name }) => name));
  const lines = text.trim().split(/[\r\n]+/);
  return lines.every((line) => {
    const last = line.split(/[\\/]/).at(-1) ?? '';
    return names.has(last) || names.has(unescaped(last));
  });
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Longer markup is no single picture's. */
const MARKUP_MAX = 20_000;

/** Markup with a picture and not a word. */
const isPicture = (html: string): boolean =>
  html.length < MARKUP_MAX &&
  /<img\s/i.test(html) &&
  html.replace(/<!--[\s\S]*?-->|<[^>]*>|&nbsp;|\s/g, '') === '';

const ADDRESS = /^https?:\/\/[^\s<>"]+$/i;
const ESCAPES: Record<string, string> = { '(': '%28', ')': '%29' };

/** An address pasted over words leads from them; null: it is pasted as it is. */
function linked({ value, start, end }: Place, pasted: string): Change | null {
  const address = pasted.trim();
  const chosen = value.slice(start, end);
  const words = chosen.trim();
  if (!ADDRESS.test(address) || words === '' || /[\n[\]]|:\/\//.test(words)) return null;
  if (inFence(value, start)) return null;
  // A double click takes the space after a word as well: it stays outside.
  const from = start + chosen.indexOf(words);
  const escaped = address.replace(/[()]/g, (sign) => ESCAPES[sign] ?? sign);
  const insert = [address, escaped]
    .map((href) => ({ href, written: `[${words}](${href})` }))
    .find(({ href, written }) => isWhole(written, href))?.written;
  if (insert === undefined) return null;
  const after = from + insert.length;
  return { start: from, end: from + words.length, insert, selectFrom: after, selectTo: after };
}

/** Read as it will be, it is one link that leads to the whole address. */
function isWhole(written: string, href: string): boolean {
  const link = namedLinkAt(written, 0, written.length);
  return link?.end === written.length && link.token.href === href;
}

/** Is the caret within a code block that has not ended? There Enter is a new line, and an address is code. */
export const inFence = (text: string, caret: number): boolean =>
  (text.slice(0, caret).match(/```/g)?.length ?? 0) % 2 === 1;
