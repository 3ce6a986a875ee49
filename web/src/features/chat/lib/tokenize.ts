/**
 * Message text → a small tree. React renders the tree, so nothing a person writes ever becomes HTML.
 * Bold and italics open only at a word's beginning: snake_case and 2*3*4 stay as typed.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; userId: number | null };

type Prose = { kind: 'paragraph' | 'quote'; children: Inline[] };

export type Block = Prose | { kind: 'codeblock'; text: string };

/** A stretch of the text that is a mention; userId null: @channel and its like. */
export interface MentionRange {
  start: number;
  end: number;
  userId: number | null;
}

const FENCE = /```(?:[\w-]*\n)?([\s\S]*?)```/g;

export function tokenize(text: string, mentions: readonly MentionRange[] = []): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    const code = (match[1] ?? '').replace(/^\n|\n$/g, '');
    if (code.trim() === '') continue;
    blocks.push(...prose(text, from, match.index, mentions));
    blocks.push({ kind: 'codeblock', text: code });
    from = match.index + match[0].length;
  }
  blocks.push(...prose(text, from, text.length, mentions));
  return blocks;
}

function prose(
  text: string,
  start: number,
  end: number,
  mentions: readonly MentionRange[],
): Block[] {
  const blocks: Prose[] = [];
  let at = start;
  // The line break beside a code block belongs to the block's own margin.
  if (start > 0 && text[at] === '\n') at += 1;
  while (at < end) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    const quoted = /^> ?/.exec(text.slice(at, lineEnd));
    const kind = quoted ? 'quote' : 'paragraph';
    const children = inline(text, at + (quoted?.[0].length ?? 0), lineEnd, mentions);
    const open = blocks.at(-1);
    if (open?.kind === kind) {
      open.children.push({ kind: 'text', text: '\n' }, ...children);
    } else {
      blocks.push({ kind, children });
    }
    at = lineEnd + 1;
  }
  return blocks.filter((block) => !isBlank(block.children));
}

const isBlank = (children: readonly Inline[]) =>
  children.every((child) => child.kind === 'text' && child.text.trim() === '');

const LINK = /^(?:https?:\/\/|www\.)[^\s<>"]+/i;
const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const WORD = /[\p{L}\p{N}_]/u;

function inline(
  text: string,
  start: number,
  end: number,
  mentions: readonly MentionRange[],
): Inline[] {
  const out: Inline[] = [];
  let plain = '';
  let at = start;
  const flush = () => {
    if (plain) out.push({ kind: 'text', text: plain });
    plain = '';
  };
  while (at < end) {
    const found =
      mentionAt(text, at, end, mentions) ??
      codeAt(text, at, end) ??
      linkAt(text, at, start, end) ??
      emphasisAt(text, at, start, end, mentions);
    if (found) {
      flush();
      out.push(found.token);
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return out;
}

type Found = { token: Inline; end: number } | null;

function mentionAt(
  text: string,
  at: number,
  end: number,
  mentions: readonly MentionRange[],
): Found {
  const range = mentions.find((mention) => mention.start === at && mention.end <= end);
  if (!range) return null;
  const token: Inline = {
    kind: 'mention',
    text: text.slice(range.start, range.end),
    userId: range.userId,
  };
  return { token, end: range.end };
}

function codeAt(text: string, at: number, end: number): Found {
  if (text[at] !== '`') return null;
  const close = text.indexOf('`', at + 1);
  if (close === -1 || close >= end || close === at + 1) return null;
  return { token: { kind: 'code', text: text.slice(at + 1, close) }, end: close + 1 };
}

function linkAt(text: string, at: number, start: number, end: number): Found {
  const before = at > start ? text[at - 1] : undefined;
  if (before !== undefined && WORD.test(before)) return null;
  const rest = text.slice(at, end);
  const link = LINK.exec(rest)?.[0];
  if (link) {
    const shown = withoutTrailing(link);
    const href = /^www\./i.test(shown) ? `https://${shown}` : shown;
    return isWebAddress(href)
      ? { token: { kind: 'link', text: shown, href }, end: at + shown.length }
      : null;
  }
  const mail = MAIL.exec(rest)?.[0];
  if (!mail) return null;
  return { token: { kind: 'link', text: mail, href: `mailto:${mail}` }, end: at + mail.length };
}

function isWebAddress(href: string): boolean {
  const url = URL.parse?.(href) ?? null;
  return url ? /^https?:$/.test(url.protocol) : /^https?:\/\/[^\s/]+/.test(href);
}

/** A sentence's punctuation is not the address's; a bracket is only when it was opened inside it. */
function withoutTrailing(link: string): string {
  let shown = link;
  for (;;) {
    const last = shown.at(-1);
    if (last === undefined) return shown;
    const unbalanced = last === ')' && shown.split(')').length > shown.split('(').length;
    if (!/[.,:;!?'*_\]}]/.test(last) && !unbalanced) return shown;
    shown = shown.slice(0, -1);
  }
}

function emphasisAt(
  text: string,
  at: number,
  start: number,
  end: number,
  mentions: readonly MentionRange[],
): Found {
  const mark = text[at];
  if (mark !== '*' && mark !== '_') return null;
  const before = at > start ? text[at - 1] : undefined;
  const after = text[at + 1];
  if ((before !== undefined && WORD.test(before)) || after === undefined || /\s/.test(after))
    return null;
  for (
    let close = text.indexOf(mark, at + 2);
    close !== -1 && close < end;
    close = text.indexOf(mark, close + 1)
  ) {
    const inner = text[close - 1];
    const outer = close + 1 < end ? text[close + 1] : undefined;
    if (inner === undefined || /\s/.test(inner) || inner === mark) continue;
    if (outer !== undefined && WORD.test(outer)) continue;
    const children = inline(text, at + 1, close, mentions);
    return { token: { kind: mark === '*' ? 'bold' : 'italic', children }, end: close + 1 };
  }
  return null;
}

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)+$/u;

/** One to three emoji and nothing else are shown large. */
export function isJumbo(text: string): boolean {
  if (!ONLY_EMOJI.test(text) || !/\p{Extended_Pictographic}/u.test(text)) return false;
  const graphemes = [...new Intl.Segmenter('sv').segment(text.replace(/\s+/g, ''))];
  return graphemes.length <= 3;
}
