/**
 * Message text → a small tree (contract 3.8). React renders the tree, so nothing a person writes ever becomes HTML.
 * Marks open only at a word's beginning and close at its end: snake_case and 2*3*4 stay as typed. No mark stands within its
 * like and quotes nest five deep, so the tree is shallow and read in linear time, whatever is written.
 */
import { emojiNamed } from './emojiNames.ts';
import { linkAt, namedLinkAt } from './links.ts';

export type Mark = 'bold' | 'italic' | 'strike';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: Mark; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'channel'; text: string; name: string }
  | { kind: 'mention'; text: string; userId: number | null };

export type Leaf = Exclude<Inline, { children: Inline[] }>;

export interface ListItem {
  /** 0 for the outermost. */
  depth: number;
  children: Inline[];
  /** Code that stands within the item, below its text. */
  code: string[];
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  /** start: the first number of a numbered list; null: bullets. */
  | { kind: 'list'; start: number | null; items: ListItem[] }
  | { kind: 'codeblock'; text: string };

/** A stretch of the text that is a mention; userId null: @channel and its like. */
export interface MentionRange {
  start: number;
  end: number;
  userId: number | null;
}

type Mentions = ReadonlyMap<number, MentionRange>;

/** A line as its block sees it: without the signs of the quotes around it. */
interface Line {
  start: number;
  end: number;
}

export function tokenize(text: string, mentions: readonly MentionRange[] = []): Block[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    lines.push({ start, end });
    start = end + 1;
  }
  return blocksIn(text, lines, new Map(mentions.map((mention) => [mention.start, mention])), 0);
}

const QUOTE = /^> ?/;
const QUOTES = /^(?:> ?)+/;
/** What is quoted deeper stands in the innermost of these. */
const QUOTES_MAX = 5;
const ITEM = /^( *)(?:[-*•]|(\d{1,9})[.)]) +(?=\S)/;
const DEPTH_MAX = 3;
/** Before a fence that belongs to the item above it. */
const INDENT = /^ {2,}$/;

function blocksIn(text: string, lines: Line[], mentions: Mentions, quotes: number): Block[] {
  const blocks: Block[] = [];
  /** The item to which an indented fence belongs. */
  let item: ListItem | null = null;
  for (let at = 0, line = lines[0]; line; line = lines[at]) {
    const open = blocks.at(-1);
    if (quotes < QUOTES_MAX && isQuoted(text, line)) {
      const inner: Line[] = [];
      for (; line && isQuoted(text, line); at += 1, line = lines[at]) {
        const signs = quotes + 1 < QUOTES_MAX ? QUOTE : QUOTES;
        const length = signs.exec(text.slice(line.start, line.end))?.[0].length ?? 0;
        inner.push({ start: line.start + length, end: line.end });
      }
      blocks.push({ kind: 'quote', blocks: blocksIn(text, inner, mentions, quotes + 1) });
      item = null;
      continue;
    }
    const { start, end } = line;
    const sign = ITEM.exec(text.slice(start, end));
    const from = start + (sign?.[0].length ?? 0);
    const fence = fenceAt(text, lines, at, from);
    const before = text.slice(start, fence?.start ?? end);
    if (sign) {
      const depth = Math.min(Math.floor((sign[1] ?? '').length / 2), DEPTH_MAX);
      const number = sign[2] === undefined ? null : Number(sign[2]);
      item = { depth, children: inline(text, from, start + before.length, mentions), code: [] };
      const continues = open?.kind === 'list' && (open.start === null) === (number === null);
      if (continues) open.items.push(item);
      else blocks.push({ kind: 'list', start: number, items: [item] });
    } else if (!fence || before.trim() !== '') {
      const children = inline(text, start, start + before.length, mentions);
      if (open?.kind === 'paragraph') open.children.push({ kind: 'text', text: '\n' }, ...children);
      else blocks.push({ kind: 'paragraph', children });
      item = null;
    } else if (!INDENT.test(before)) {
      item = null;
    }
    at = fence?.line ?? at + 1;
    if (!fence) continue;
    if (item) item.code.push(fence.code);
    else blocks.push({ kind: 'codeblock', text: fence.code });
    // What stands after it is a line of its own.
    const last = lines[at];
    if (last && fence.end < last.end) lines[at] = { start: fence.end, end: last.end };
    else at += 1;
  }
  return blocks.filter(isSeen);
}

const isQuoted = (text: string, { start, end }: Line) => start < end && text[start] === '>';

const isSeen = (block: Block): boolean =>
  block.kind === 'paragraph'
    ? block.children.some((child) => child.kind !== 'text' || child.text.trim() !== '')
    : block.kind !== 'quote' || block.blocks.length > 0;

const FENCE = '```';
const LANGUAGE = /^[\w+#-]*$/;

interface Fence {
  start: number;
  code: string;
  /** The line and the place where it ends. */
  line: number;
  end: number;
}

/** The first code between fences that begins on a line, at `from` or after; null also where nothing closes it. */
function fenceAt(text: string, lines: readonly Line[], first: number, from: number): Fence | null {
  const { start: lineStart, end: lineEnd } = lines[first] as Line;
  let start = find(text, from, lineEnd);
  while (start !== -1) {
    // As far as it is indented itself, or its item's text is, its lines are.
    const indent = (text.slice(from, start).trim() === '' ? start : from) - lineStart;
    const parts: string[] = [];
    let line = first;
    let at = start + FENCE.length;
    let close = find(text, at, lineEnd);
    const rest = text.slice(at, close === -1 ? lineEnd : close);
    if (close !== -1 || !LANGUAGE.test(rest)) parts.push(rest);
    while (close === -1) {
      line += 1;
      const next = lines[line];
      if (!next) return null;
      at = next.start;
      while (at < next.start + indent && at < next.end && text[at] === ' ') at += 1;
      close = find(text, at, next.end);
      parts.push(text.slice(at, close === -1 ? next.end : close));
    }
    const code = parts.join('\n').replace(/^\n|\n *$/g, '');
    if (code.trim() !== '') return { start, code, line, end: close + FENCE.length };
    // Nothing stands between these two: the second may open.
    start = line === first ? close : -1;
  }
  return null;
}

function find(text: string, start: number, end: number): number {
  const found = text.slice(start, end).indexOf(FENCE);
  return found === -1 ? -1 : start + found;
}

const WORD = /[\p{L}\p{N}_]/u;
const MARKS: Record<string, Mark> = { '*': 'bold', _: 'italic', '~': 'strike' };
const RUN = /\*{1,3}|_|~{1,2}/y;
const LETTER = /[\p{L}\p{N}]/u;
const EMOJI = /:([\p{L}\p{N}_+-]{1,64}):(?![\p{L}\p{N}])/uy;
const CHANNEL = /#([\p{Ll}\p{N}_-]{2,80})(?![\p{L}\p{N}_])/uy;

/** What stands in a line, marks not yet paired. */
type Piece = Inline | { kind: 'mark'; text: string; opens: boolean; closes: boolean };

function inline(text: string, start: number, end: number, mentions: Mentions): Inline[] {
  return paired(pieces(text, start, end, mentions));
}

function pieces(text: string, start: number, end: number, mentions: Mentions): Piece[] {
  const out: Piece[] = [];
  let plain = start;
  let at = start;
  while (at < end) {
    const before = at > start ? text[at - 1] : undefined;
    const found =
      mentionAt(text, at, end, mentions) ??
      codeAt(text, at, end) ??
      namedLinkAt(text, at, end) ??
      linkAt(text, at, end, before) ??
      channelAt(text, at, end, before) ??
      emojiAt(text, at, end, before) ??
      markAt(text, at, end, before);
    if (!found) {
      at += 1;
      continue;
    }
    if (at > plain) out.push({ kind: 'text', text: text.slice(plain, at) });
    out.push(found.token);
    at = found.end;
    plain = at;
  }
  if (end > plain) out.push({ kind: 'text', text: text.slice(plain, end) });
  return out;
}

type Found = { token: Piece; end: number } | null;

function mentionAt(text: string, at: number, end: number, mentions: Mentions): Found {
  const range = mentions.get(at);
  if (!range || range.end > end) return null;
  const { userId } = range;
  return {
    token: { kind: 'mention', text: text.slice(range.start, range.end), userId },
    end: range.end,
  };
}

function codeAt(text: string, at: number, end: number): Found {
  if (text[at] !== '`') return null;
  const close = text.indexOf('`', at + 1);
  if (close === -1 || close >= end || close === at + 1) return null;
  return { token: { kind: 'code', text: text.slice(at + 1, close) }, end: close + 1 };
}

function channelAt(text: string, at: number, end: number, before: string | undefined): Found {
  if (text[at] !== '#' || (before !== undefined && WORD.test(before))) return null;
  CHANNEL.lastIndex = at;
  const found = CHANNEL.exec(text);
  if (!found || at + found[0].length > end) return null;
  return {
    token: { kind: 'channel', text: found[0], name: found[1] ?? '' },
    end: at + found[0].length,
  };
}

/** `:name:` with nothing of a word beside it; a name that no emoji has stays as typed. */
function emojiAt(text: string, at: number, end: number, before: string | undefined): Found {
  if (text[at] !== ':' || (before !== undefined && LETTER.test(before))) return null;
  EMOJI.lastIndex = at;
  const found = EMOJI.exec(text);
  const emoji = found && emojiNamed(found[1] ?? '');
  if (!emoji || at + found[0].length > end) return null;
  return { token: { kind: 'text', text: emoji }, end: at + found[0].length };
}

function markAt(text: string, at: number, end: number, before: string | undefined): Found {
  if (MARKS[text[at] ?? ''] === undefined) return null;
  RUN.lastIndex = at;
  const run = RUN.exec(text)?.[0].slice(0, end - at);
  if (!run) return null;
  const after = at + run.length < end ? text[at + run.length] : undefined;
  const same = text[at];
  const opens =
    after !== undefined &&
    after !== same &&
    !/\s/.test(after) &&
    (before === undefined || !WORD.test(before));
  const closes =
    before !== undefined &&
    before !== same &&
    !/\s/.test(before) &&
    (after === undefined || (after !== same && !WORD.test(after)));
  return { token: { kind: 'mark', text: run, opens, closes }, end: at + run.length };
}

/** Each closing mark with the nearest like it that is open; what stays alone is text. */
function paired(all: readonly Piece[]): Inline[] {
  const partner = new Map<number, number>();
  const open: number[] = [];
  // By its own text: the places in `open` where it waits.
  const waiting = new Map<string, number[]>();
  all.forEach((piece, index) => {
    if (piece.kind !== 'mark') return;
    const places = waiting.get(piece.text) ?? [];
    // What was open above a pair that has closed is open no more.
    while (places.length > 0 && (places.at(-1) ?? 0) >= open.length) places.pop();
    const place = places.at(-1);
    const begin = place === undefined ? undefined : open[place];
    if (piece.closes && begin !== undefined && all[begin]?.kind === 'mark') {
      partner.set(begin, index).set(index, begin);
      open.length = place ?? 0;
      places.pop();
    } else if (piece.opens) {
      places.push(open.length);
      waiting.set(piece.text, places);
      open.push(index);
    }
  });

  const root: Inline[] = [];
  const stack: { mark: Mark; into: Inline[] }[] = [];
  const inside = { bold: 0, italic: 0, strike: 0 };
  const into = () => stack.at(-1)?.into ?? root;
  all.forEach((piece, index) => {
    const other = partner.get(index);
    if (piece.kind !== 'mark' || other === undefined) {
      add(into(), piece.kind === 'mark' ? { kind: 'text', text: piece.text } : piece);
      return;
    }
    const mark = MARKS[piece.text[0] ?? ''] ?? 'bold';
    if (other > index) {
      inside[mark] += 1;
      if (inside[mark] > 1) return;
      const children: Inline[] = [];
      into().push({ kind: mark, children });
      stack.push({ mark, into: children });
    } else {
      inside[mark] -= 1;
      if (inside[mark] === 0) stack.pop();
    }
  });
  return root;
}

/** Neighbouring text is one text. */
function add(into: Inline[], token: Inline) {
  const last = into.at(-1);
  if (token.kind === 'text' && last?.kind === 'text') last.text += token.text;
  else into.push(token.kind === 'text' ? { ...token } : token);
}

/** The words alone, for one line of it: no marks, no fences; `word` is what stands for a name, a link or any other piece. */
export function plainOf(blocks: readonly Block[], word: (token: Leaf) => string): string {
  const plain = (tokens: readonly Inline[]): string =>
    tokens.map((token) => ('children' in token ? plain(token.children) : word(token))).join('');
  const said = (block: Block): string => {
    if (block.kind === 'codeblock') return block.text;
    if (block.kind === 'quote') return block.blocks.map(said).join(' ');
    if (block.kind === 'paragraph') return plain(block.children);
    return block.items.map(({ children, code }) => [plain(children), ...code].join(' ')).join(', ');
  };
  return blocks.map(said).join(' ');
}

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)+$/u;

/** One to three emoji and nothing else are shown large. */
export function isJumbo(text: string): boolean {
  if (!ONLY_EMOJI.test(text) || !/\p{Extended_Pictographic}/u.test(text)) return false;
  const graphemes = [...new Intl.Segmenter('sv').segment(text.replace(/\s+/g, ''))];
  return graphemes.length <= 3;
}
