/** What is completed while one writes: who is meant by @ (see mentions.ts), which emoji by :, which channel by #. */
import type { Channel } from '@/api/types.ts';
import type { Suggestion } from './mentions.ts';

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
