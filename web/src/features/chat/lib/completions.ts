/** What is completed while one writes: who is meant by @ which emoji by :, which channel by #. Loaded with the first sign. */
import type { Channel } from '@/api/types.ts';
import { knownCommands } from '@/commands/registry.ts';
import { SLASH_COMMANDS, type SlashCommand } from '../commands.ts';
import type { Suggestion, Trigger } from './mentions.ts';

/** `[emoji, short name, Swedish name, words]`, in the order people know (see scripts/emoji.ts). */
export type EmojiEntry = readonly [string, string, string, string];

const SHOWN = 8;

/** Best first: names that begin so, then words that do; each in the data's own order. */
export function suggestEmoji(query: string, entries: readonly EmojiEntry[]): Suggestion[] {
  const ranks: EmojiEntry[][] = [[], [], []];
  for (const entry of entries) {
    const rank = emojiRank(query, entry);
    if (rank < 3) ranks[rank]?.push(entry);
  }
  return ranks
    .flat()
    .slice(0, SHOWN)
    .map(([emoji, short, label]) => ({
      key: `e${emoji}`,
      sign: ':',
      insert: emoji,
      handle: short,
      label,
      emoji,
      userId: null,
      avatar: null,
      online: false,
    }));
}

function emojiRank(query: string, [, short, label, words]: EmojiEntry): number {
  if (short === query || label.toLowerCase() === query) return 0;
  if (short.startsWith(query) || label.toLowerCase().startsWith(query)) return 1;
  return ` ${words} ${label.toLowerCase()}`.includes(` ${query}`) ? 2 : 3;
}

export function suggestChannels(query: string, channels: readonly Channel[]): Suggestion[] {
  return channels
    .map((channel) => ({ channel, rank: channelRank(query, channel) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SHOWN)
    .map(({ channel }) => ({
      key: `c${channel.id}`,
      sign: '#',
      insert: `#${channel.name} `,
      handle: channel.name,
      label: channel.displayName || channel.name,
      userId: null,
      avatar: null,
      online: false,
    }));
}

function channelRank(query: string, channel: Channel): number {
  const names = [channel.name, channel.displayName.toLocaleLowerCase('sv')];
  if (names.some((name) => name.startsWith(query))) return 0;
  return names.some((name) => name.includes(query)) ? 1 : 2;
}

export const EVERYBODY = ['channel', 'everyone', 'all'] as const;

export interface Candidate {
  userId: number;
  username: string;
  slug: string;
  displayName: string;
  avatar: string | null;
  online: boolean;
}

/** Best first: the name's beginning, then a word's beginning, then anywhere; equals in Swedish order. */
export function suggest(
  query: string,
  members: readonly Candidate[],
  options: { everybody: boolean; me: number; max?: number },
): Suggestion[] {
  const people: Suggestion[] = members
    .filter((member) => member.userId !== options.me)
    .map((member) => ({ member, rank: rank(query, member) }))
    .filter((entry) => entry.rank < 3)
    .sort(
      (a, b) => a.rank - b.rank || a.member.displayName.localeCompare(b.member.displayName, 'sv'),
    )
    .map(({ member }) => ({
      key: `u${member.userId}`,
      sign: '@',
      insert: `@${handleOf(member)} `,
      handle: handleOf(member),
      label: member.displayName,
      userId: member.userId,
      avatar: member.avatar,
      online: member.online,
    }));
  const groups: Suggestion[] = options.everybody
    ? EVERYBODY.filter((name) => name.startsWith(query)).map((name) => ({
        key: name,
        sign: '@',
        insert: `@${name} `,
        handle: name,
        label: `@${name}`,
        userId: null,
        avatar: null,
        online: false,
      }))
    : [];
  const all = query === '' ? [...people, ...groups] : [...groups, ...people];
  return all.slice(0, options.max ?? 8);
}

const HANDLE = /^[\p{L}\p{N}_.-]{2,30}$/u;

/** The server matches both names; only one that reads as a mention can be written. */
const handleOf = (member: Candidate) =>
  [member.slug, member.username].find((name) => HANDLE.test(name)) ?? member.slug;

function rank(query: string, member: Candidate): number {
  if (query === '') return 0;
  const name = member.displayName.normalize('NFC').toLowerCase();
  const handles = [member.username, member.slug].map((handle) => handle.toLowerCase());
  if (name.startsWith(query) || handles.some((handle) => handle.startsWith(query))) return 0;
  const words = [name, ...handles].flatMap((text) => text.split(/[\s._-]+/));
  if (words.some((word) => word.startsWith(query))) return 1;
  return [name, ...handles].some((text) => text.includes(query)) ? 2 : 3;
}

const DIACRITICS = /\p{M}/gu;
/** 'påminn' is found as 'paminn' too. */
const plain = (word: string) => word.normalize('NFD').replace(DIACRITICS, '');

/** The words of the chat, and those that other areas declare among their commands. */
const words = (): SlashCommand[] => [
  ...SLASH_COMMANDS,
  ...knownCommands().filter((one): one is SlashCommand => one.word !== undefined && !!one.write),
];

export const knownCommand = (word: string) =>
  words().find((one) => plain(one.word.slice(1)) === plain(word));

export const suggestCommands = (query: string): Suggestion[] =>
  words()
    .filter(({ word }) => plain(word.slice(1)).startsWith(plain(query)))
    .map(({ word, label }) => ({
      key: word,
      sign: '/',
      insert: `${word} `,
      handle: word.slice(1),
      label: word,
      hint: label,
      userId: null,
      avatar: null,
      online: false,
    }));

/** What could be meant, with what has been asked for. */
export function suggestionsFor(
  { sign, query }: Trigger,
  known: {
    emoji: readonly EmojiEntry[] | undefined;
    channels: readonly Channel[] | undefined;
    members: readonly Candidate[] | undefined;
    everybody: boolean;
    me: number;
  },
): Suggestion[] {
  if (sign === '/') return suggestCommands(query);
  if (sign === ':') return suggestEmoji(query, known.emoji ?? []);
  if (sign === '#') return suggestChannels(query, known.channels ?? []);
  return suggest(query, known.members ?? [], known);
}
