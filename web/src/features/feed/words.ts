/** What a post's text names: whom it mentions, and its topics. Pure. */
import type { MentionRange } from '@/lib/tokenize.ts';
import type { Mention } from './types.ts';

const MENTION = /@([\p{L}\p{N}_.-]{2,30})/gu;
/** As the server finds them: nothing of a word or an address before it, and a letter in it. */
const TOPIC = /(?<![\p{L}\p{N}_#&/])#([\p{N}_]*\p{L}[\p{L}\p{N}_]{0,49})/gu;

const fold = (name: string) => name.toLocaleLowerCase('sv');

/** Whose name it is; a full stop after it belongs to the sentence. */
export function mentionOf(typed: string, mentions: readonly Mention[]): Mention | undefined {
  const name = fold(typed.replace(/^@/, ''));
  return mentions.find(({ userName }) => fold(userName) === name);
}

/** Where a text names those whom the server has found in it, and its topics. */
export function namedIn(
  text: string,
  mentions: readonly Mention[],
  topics: readonly string[],
): MentionRange[] {
  const people = [...text.matchAll(MENTION)].flatMap(({ index, 1: typed = '' }) => {
    for (let name = typed; name.length > 1; name = name.slice(0, -1)) {
      const found = mentionOf(name, mentions);
      if (found)
        return [{ start: index, end: index + 1 + name.length, userId: found.idUser ?? null }];
      if (!/[.-]$/.test(name)) break;
    }
    return [];
  });
  const known = new Set(topics);
  const named = [...text.matchAll(TOPIC)]
    .filter(({ 1: topic = '' }) => known.has(topic.toLowerCase()))
    .map(({ index, 0: all }) => ({ start: index, end: index + all.length, userId: null }));
  return [...people, ...named];
}

/** The name that is being written at the caret, from its second letter on. */
export function nameAt(text: string, caret: number): { start: number; query: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}_.-]{2,30})$/u.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}

/** As the server counts: characters, not code units. */
export const lengthOf = (text: string) => [...text.trim()].length;
export const TEXT_MAX = 10_000;
