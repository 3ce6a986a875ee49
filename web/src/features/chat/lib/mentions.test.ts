import { describe, expect, it } from 'vitest';
import { type Candidate, suggest } from './completions.ts';
import { linesOf, mentionRanges, shownName, triggerAt, wordsOf } from './mentions.ts';

describe('triggerAt', () => {
  it.each([
    ['@an', 3, { sign: '@', start: 0, end: 3, query: 'an' }],
    ['hej @', 5, { sign: '@', start: 4, end: 5, query: '' }],
    ['(@Åsa', 5, { sign: '@', start: 1, end: 5, query: 'åsa' }],
    ['hej @bo.ek-s_1', 14, { sign: '@', start: 4, end: 14, query: 'bo.ek-s_1' }],
    ['@anna hej', 3, { sign: '@', start: 0, end: 3, query: 'an' }],
    ['@A\u030Asa', 5, { sign: '@', start: 0, end: 5, query: 'åsa' }],
    ['hej :sm', 7, { sign: ':', start: 4, end: 7, query: 'sm' }],
    ['se #pro', 7, { sign: '#', start: 3, end: 7, query: 'pro' }],
  ])('finds %j at %i', (text, caret, expected) => {
    expect(triggerAt(text, caret)).toEqual(expected);
  });

  it.each([
    ['anna@example', 12],
    ['@anna hej', 9],
    ['hej', 3],
    ['klockan 10:30', 13],
    ['hej :s', 6],
    ['a#b', 3],
    [`@${'a'.repeat(31)}`, 32],
  ])('finds nothing in %j at %i', (text, caret) => {
    expect(triggerAt(text, caret)).toBeNull();
  });
});

const person = (userId: number, displayName: string, slug: string): Candidate => ({
  userId,
  username: slug.replace('-', '.'),
  slug,
  displayName,
  avatar: null,
  online: false,
});

const people = [
  person(1, 'Anna Berg', 'anna-berg'),
  person(2, 'Örjan Ek', 'orjan-ek'),
  person(3, 'Åsa Berg', 'asa-berg'),
  person(4, 'Bo Annasson', 'bo-annasson'),
];

describe('suggest', () => {
  const handles = (query: string, everybody = false) =>
    suggest(query, people, { everybody, me: 1 }).map((one) => one.handle);

  it('ranks beginnings first, and sorts as Swedish does', () => {
    expect(handles('')).toEqual(['bo-annasson', 'asa-berg', 'orjan-ek']);
    expect(handles('b')).toEqual(['bo-annasson', 'asa-berg']);
    expect(handles('ö')).toEqual(['orjan-ek']);
    expect(handles('nas')).toEqual(['bo-annasson']);
  });

  it('offers everybody to moderators only, and never myself', () => {
    expect(handles('al', true)).toEqual(['all']);
    expect(handles('al')).toEqual([]);
    expect(handles('anna-b')).toEqual([]);
  });

  it('writes a name that the server can match', () => {
    const long = person(5, 'Lång', 'x'.repeat(31));
    expect(
      suggest('', [{ ...long, username: 'lang' }], { everybody: false, me: 1 })[0]?.handle,
    ).toBe('lang');
  });
});

describe('mentionRanges', () => {
  const named = (content: string, formatted: string) =>
    mentionRanges(content, formatted, [7, 8]).map((range) => [
      formatted.slice(range.start, range.end),
      range.userId,
    ]);

  it.each([
    ['hej @{7}!', 'hej @anna!', [['@anna', 7]]],
    [
      '@{7}. Och @{8}, kom',
      '@anna. Och @bo-ek, kom',
      [
        ['@anna', 7],
        ['@bo-ek', 8],
      ],
    ],
    ['@{7}', '@anna.berg', [['@anna.berg', 7]]],
    ['@{7}.', '@anna.berg.', [['@anna.berg', 7]]],
    ['@okand och @{8}', '@okand och @bo', [['@bo', 8]]],
    ['@{5} skrivet så', '@{5} skrivet så', []],
    ['@7 och @5', '@anna och @5', [['@anna', 7]]],
    ['@2026 kommer @8.', '@2026 kommer @bo.', [['@bo', 8]]],
    ['@channel hej', '@channel hej', [['@channel', null]]],
    ['mejla a@all.se', 'mejla a@all.se', []],
    [
      '@{7}@{8}',
      '@anna@bo',
      [
        ['@anna', 7],
        ['@bo', 8],
      ],
    ],
  ])('reads %j beside %j', (content, formatted, expected) => {
    expect(named(content, formatted)).toEqual(expected);
  });
});

// Contract 3.8: mentions show the display name.
describe('what is shown of a mention', () => {
  const mentionNames = [
    { userId: 7, displayName: 'Anna Ek' },
    { userId: 8, displayName: 'Bo *Bosse* Ås' },
  ];

  it('is the display name, and what was typed where nobody is known', () => {
    expect(shownName({ userId: 7, text: '@anna' }, mentionNames)).toBe('@Anna Ek');
    expect(shownName({ userId: 9, text: '@borta' }, mentionNames)).toBe('@borta');
    expect(shownName({ userId: null, text: '@channel' }, mentionNames)).toBe('@channel');
    expect(shownName({ userId: 7, text: '@anna' }, undefined)).toBe('@anna');
  });

  it('stands in the words that are read aloud, which have no marks', () => {
    const said = (content: string, formattedContent: string) =>
      wordsOf({ content, formattedContent, mentions: [7, 8], mentionNames });
    expect(said('*Hej* @7!\n- ett\n- två', '*Hej* @anna_ek!\n- ett\n- två')).toBe(
      'Hej @Anna Ek! ett, två',
    );
    expect(said('@8 kom', '@bo kom')).toBe('@Bo *Bosse* Ås kom');
  });

  it('stands in lines without marks, with channels by their names', () => {
    const said = (content: string, formattedContent: string) =>
      linesOf({ content, formattedContent, mentions: [7, 8], mentionNames });
    expect(
      said('*Ring* @7\nom #planering\n> imorgon', '*Ring* @anna_ek\nom #planering\n> imorgon'),
    ).toBe('Ring @Anna Ek\nom planering\nimorgon');
  });
});
