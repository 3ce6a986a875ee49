import { describe, expect, it } from 'vitest';
import type { Channel } from '@/api/types.ts';
import { type EmojiEntry, suggestChannels, suggestEmoji } from './completions.ts';

const entries: EmojiEntry[] = [
  ['😊', 'blush', 'leende ansikte', 'smiling face smile glad'],
  ['😄', 'smile', 'skrattande ansikte', 'smile happy'],
  ['❤️', 'heart', 'rött hjärta', 'red heart love'],
  ['💙', 'blue_heart', 'blått hjärta', 'blue heart'],
];

describe('suggestEmoji', () => {
  it.each([
    ['sm', ['😄', '😊']],
    ['heart', ['❤️', '💙']],
    ['hjärt', ['❤️', '💙']],
    ['xyz', []],
  ])('%s', (query, expected) => {
    expect(suggestEmoji(query, entries).map((one) => one.insert)).toEqual(expected);
  });
});

describe('suggestChannels', () => {
  const named = (id: number, name: string, displayName: string) =>
    ({ id, name, displayName }) as Channel;
  const channels = [named(1, 'allmänt', 'Allmänt'), named(2, 'prov-10', 'Stora provet')];
  it.each([
    ['al', ['#allmänt ']],
    ['stora', ['#prov-10 ']],
    ['', ['#allmänt ', '#prov-10 ']],
  ])('%j', (query, expected) => {
    expect(suggestChannels(query, channels).map((one) => one.insert)).toEqual(expected);
  });
});
