import { describe, expect, it } from 'vitest';
import { momentIn, statusIn } from '../slash/words.ts';
import { knownCommand, suggestCommands } from './completions.ts';
import { triggerAt } from './mentions.ts';
import { commandIn } from './slash.ts';

describe('what is a command', () => {
  it.each([
    ['/status', { word: 'status', rest: '' }],
    ['/tyst  1 h ', { word: 'tyst', rest: '1 h' }],
    ['/omröstning Vilken dag?\nMåndag', { word: 'omröstning', rest: 'Vilken dag?\nMåndag' }],
    ['/Finnsinte nu', { word: 'finnsinte', rest: 'nu' }],
    [' /status', null],
    ['/etc/passwd', null],
    ['/', null],
    ['hej /status', null],
    ['/ nej', null],
  ])('%j', (text, expected) => expect(commandIn(text)).toEqual(expected));

  it.each([
    ['påminn', '/påminn'],
    ['paminn', '/påminn'],
    ['omrostning', '/omröstning'],
    ['statusen', undefined],
  ])('%s is known as %s', (word, expected) => expect(knownCommand(word)?.word).toBe(expected));

  it('is completed at the beginning of the text only', () => {
    expect(triggerAt('/st', 3)).toEqual({ sign: '/', start: 0, end: 3, query: 'st' });
    expect(triggerAt('/', 1)).toEqual({ sign: '/', start: 0, end: 1, query: '' });
    expect(triggerAt('och /st', 7)).toBeNull();
    expect(triggerAt('/status på', 10)).toBeNull();
    expect(suggestCommands('p').map(({ insert }) => insert)).toEqual(['/påminn ']);
    expect(suggestCommands('')).toHaveLength(5);
  });
});

describe('a moment in words', () => {
  const now = new Date(2026, 10, 23, 14, 30);
  it.each([
    ['30 min', new Date(2026, 10, 23, 15, 0)],
    ['om 2 timmar', new Date(2026, 10, 23, 16, 30)],
    ['1h', new Date(2026, 10, 23, 15, 30)],
    ['15:05', new Date(2026, 10, 23, 15, 5)],
    ['kl 9.15', new Date(2026, 10, 24, 9, 15)],
    ['i morgon', new Date(2026, 10, 24, 8, 0)],
    ['imorgon 13:00', new Date(2026, 10, 24, 13, 0)],
    ['0 min', null],
    ['25:00', null],
    ['snart', null],
    ['', null],
  ])('%s', (words, expected) => expect(momentIn(words, now)).toEqual(expected));
});

it.each([
  ['🍽️ På lunch', { emoji: '🍽️', text: 'På lunch' }],
  ['På lunch', { emoji: null, text: 'På lunch' }],
  ['🏠', { emoji: '🏠', text: null }],
  ['👩🏽‍💻 kodar', { emoji: '👩🏽‍💻', text: 'kodar' }],
  ['🇸🇪 ledig', { emoji: '🇸🇪', text: 'ledig' }],
  ['3 möten', { emoji: null, text: '3 möten' }],
])('a status in words: %s', (words, expected) => expect(statusIn(words)).toEqual(expected));
