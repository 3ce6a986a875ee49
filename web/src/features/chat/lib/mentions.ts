import type { Message } from '@/api/types.ts';
import { type Block, type Leaf, type MentionRange, plainOf, tokenize } from '@/lib/tokenize.ts';

/** Two letters before an emoji is looked for: a colon alone ends many a sentence. */
const TRIGGER =
  /(?:^|[\s(])(?:(@)([\p{L}\p{N}._-]{0,30})|(#)([\p{L}\p{N}_-]{0,80})|(:)([\p{L}\p{N}_+-]{2,30}))$/u;

/** A command takes the whole text. */
const COMMAND = /^\/([\p{L}\p{M}-]{0,30})$/u;

export interface Trigger {
  sign: '@' | '#' | ':' | '/';
  /** Where the sign stands. */
  start: number;
  end: number;
  query: string;
}

/** The mention, channel or emoji being written at the caret, if any. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = COMMAND.exec(before);
  if (command) return { sign: '/', start: 0, end: caret, query: (command[1] ?? '').toLowerCase() };
  // Composed first: a keyboard may send a letter and its ring as two.
  const match = TRIGGER.exec(before.normalize('NFC'));
  if (!match) return null;
  const sign = (match[1] ?? match[3] ?? match[5]) as Trigger['sign'];
  const query = match[2] ?? match[4] ?? match[6] ?? '';
  // A name holds no sign, so the last one is where it began, composed or not.
  return { sign, start: before.lastIndexOf(sign), end: caret, query: query.toLowerCase() };
}

export interface Suggestion {
  key: string;
  sign: Trigger['sign'];
  /** What takes the place of what was typed. */
  insert: string;
  /** What stands after the sign. */
  handle: string;
  label: string;
  emoji?: string;
  /** In place of the sign and the handle. */
  hint?: string;
  userId: number | null;
  avatar: string | null;
  online: boolean;
}

type Said = Pick<Message, 'content' | 'formattedContent' | 'mentions' | 'mentionNames'>;

/** An id of up to 16 digits, with or without braces around it. */
const STORED = /^@(?:\{(\d{1,16})\}|(\d{1,16}))/;
const TYPED = /^@[\p{L}\p{N}_.-]{2,30}/u;
const GROUP = /(^|[\s(])(@(?:channel|everyone|all))(?![\p{L}\p{N}_-])/giu;

/**
 * Where `formattedContent` names people. `content` is the same text with each resolved name replaced by its
 * id, so the two are walked side by side; a name's end is where the text after it matches again. Only ids
 * that the message says it mentions count: a number somebody wrote stays a number.
 */
export function mentionRanges(
  content: string,
  formatted: string,
  mentioned: readonly number[],
): MentionRange[] {
  const ranges: MentionRange[] = [];
  let a = 0;
  let b = 0;
  while (a < content.length && b < formatted.length) {
    const stored = content[a] === '@' ? STORED.exec(content.slice(a, a + 20)) : null;
    const userId = Number(stored?.[1] ?? stored?.[2]);
    const typed =
      stored && mentioned.includes(userId) ? TYPED.exec(formatted.slice(b, b + 32)) : null;
    if (stored && typed) {
      const after = content.slice(a + stored[0].length);
      const length = nameLength(typed[0], after, formatted.slice(b));
      ranges.push({ start: b, end: b + length, userId });
      a += stored[0].length;
      b += length;
    } else {
      if (content[a] !== formatted[b]) break;
      a += 1;
      b += 1;
    }
  }
  for (const match of formatted.matchAll(GROUP)) {
    const start = match.index + (match[1] ?? '').length;
    const end = start + (match[2] ?? '').length;
    if (!ranges.some((range) => start < range.end && range.start < end)) {
      ranges.push({ start, end, userId: null });
    }
  }
  return ranges.sort((x, y) => x.start - y.start);
}

/** A message's text as a tree, with whom it names. */
export function blocksOf(message: Said): Block[] {
  const text = textOf(message);
  return tokenize(text, mentionRanges(message.content, text, message.mentions));
}

/** The words alone, on one line, with people by what they are called. */
export function wordsOf(message: Said): string {
  return plainOf(blocksOf(message), (token) =>
    token.kind === 'mention' ? shownName(token, message.mentionNames) : token.text,
  ).replace(/\s+/g, ' ');
}

/** The words alone, line by line, with people and channels by what they are called. */
export function linesOf(message: Said): string {
  const word = (token: Leaf) => {
    if (token.kind === 'mention') return shownName(token, message.mentionNames);
    return token.kind === 'channel' ? token.name : token.text;
  };
  return blocksOf(message)
    .map((block) => plainOf([block], word))
    .join('\n');
}

export const textOf = ({ formattedContent, content }: Said) => formattedContent || content;

/** What is shown for a mention: the display name; who is gone, as it was typed. */
export function shownName(
  { userId, text }: { userId: number | null; text: string },
  names: Said['mentionNames'],
): string {
  const named = userId === null ? undefined : names?.find((one) => one.userId === userId);
  return named ? `@${named.displayName}` : text;
}

/** As long as it can be while the text after it still reads as in `content`, up to the next mention. */
function nameLength(typed: string, after: string, formatted: string): number {
  const next = after.search(/@[{\d]/);
  const literal = next === -1 ? after : after.slice(0, next);
  for (let length = typed.length; length >= 3; length -= 1) {
    const rest = formatted.slice(length);
    if (next === -1 ? rest === literal : literal !== '' && rest.startsWith(literal)) return length;
  }
  return typed.length;
}
