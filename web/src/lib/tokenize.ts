/**
 * Message text → a small tree (contract 3.8). React renders the tree, so nothing a person writes ever becomes HTML.
 * Marks open only at a word's beginning and close at its end: snake_case and 2*3*4 stay as typed. One pass over the text
 * and no mark within its like, so the tree is three deep at most, whatever is written.
 */
import { linkAt, namedLinkAt } from './links.ts';

export type Mark = 'bold' | 'italic' | 'strike';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: Mark; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'channel'; text: string; name: string }
  | { kind: 'mention'; text: string; userId: number | null };

type Leaf = Exclude<Inline, { children: Inline[] }>;

export interface ListItem {
  /** 0 for the outermost. */
  depth: number;
  children: Inline[];
}

export type Block =
  | { kind: 'paragraph' | 'quote'; children: Inline[] }
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

const FENCE = /```(?:[\w+#-]*\n)?([\s\S]*?)```/g;

export function tokenize(text: string, mentions: readonly MentionRange[] = []): Block[] {
  const blocks: Block[] = [];
  const byStart = new Map(mentions.map((mention) => [mention.start, mention]));
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    const code = (match[1] ?? '').replace(/^\n|\n$/g, '');
    if (code.trim() === '') continue;
    blocks.push(...prose(text, from, match.index, byStart));
    blocks.push({ kind: 'codeblock', text: code });
    from = match.index + match[0].length;
  }
  blocks.push(...prose(text, from, text.length, byStart));
  return blocks;
}

const QUOTE = /^(?:> ?)+/;
const ITEM = /^( *)(?:[-*•]|(\d{1,9})[.)]) +(?=\S)/;
const DEPTH_MAX = 3;

function prose(text: string, start: number, end: number, mentions: Mentions): Block[] {
  const blocks: Block[] = [];
  let at = start;
  // The line break beside a code block belongs to the block's own margin.
  if (start > 0 && text[at] === '\n') at += 1;
  while (at < end) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    const line = text.slice(at, lineEnd);
    const open = blocks.at(-1);
    const item = ITEM.exec(line);
    if (item) {
      const children = inline(text, at + item[0].length, lineEnd, mentions);
      const depth = Math.min(Math.floor((item[1] ?? '').length / 2), DEPTH_MAX);
      const start = item[2] === undefined ? null : Number(item[2]);
      const continues = open?.kind === 'list' && (open.start === null) === (start === null);
      if (continues) open.items.push({ depth, children });
      else blocks.push({ kind: 'list', start, items: [{ depth, children }] });
    } else {
      const quoted = QUOTE.exec(line);
      const kind = quoted ? 'quote' : 'paragraph';
      const children = inline(text, at + (quoted?.[0].length ?? 0), lineEnd, mentions);
      if (open?.kind === kind) open.children.push({ kind: 'text', text: '\n' }, ...children);
      else blocks.push({ kind, children });
    }
    at = lineEnd + 1;
  }
  return blocks.filter((block) => !('children' in block) || !isBlank(block.children));
}

const isBlank = (children: readonly Inline[]) =>
  children.every((child) => child.kind === 'text' && child.text.trim() === '');

const WORD = /[\p{L}\p{N}_]/u;
const MARKS: Record<string, Mark> = { '*': 'bold', _: 'italic', '~': 'strike' };
const RUN = /\*{1,3}|_|~{1,2}/y;
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
  return blocks
    .map((block) => {
      if (block.kind === 'codeblock') return block.text;
      if (block.kind === 'list') return block.items.map((item) => plain(item.children)).join(', ');
      return plain(block.children);
    })
    .join(' ');
}

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)+$/u;

/** One to three emoji and nothing else are shown large. */
export function isJumbo(text: string): boolean {
  if (!ONLY_EMOJI.test(text) || !/\p{Extended_Pictographic}/u.test(text)) return false;
  const graphemes = [...new Intl.Segmenter('sv').segment(text.replace(/\s+/g, ''))];
  return graphemes.length <= 3;
}
