import { describe, expect, it } from 'vitest';
import { type Happening, soundFor, TONES } from './sounds.ts';

const message: Happening = {
  kind: 'message',
  own: false,
  mentionsMe: false,
  muted: false,
  notifyLevel: 'default',
  watching: false,
  burstBegins: false,
};
const typing: Happening = { ...message, kind: 'typing', watching: true, burstBegins: true };

describe('tones', () => {
  it('are as specified [shell 9.12]', () => {
    expect(TONES.message).toEqual([{ frequency: 800, at: 0, seconds: 0.2 }]);
    expect(TONES.typing).toEqual([{ frequency: 400, at: 0, seconds: 0.1 }]);
    expect(TONES.mention.map((tone) => tone.frequency)).toEqual([1000, 800]);
    expect(TONES.mention[1]?.at).toBe(TONES.mention[0]?.seconds);
  });
});

describe('soundFor', () => {
  it.each<[string, Happening, 'on' | 'mentions' | 'off', string | null]>([
    ['a message', message, 'on', 'message'],
    ['a message, only mentions wanted', message, 'mentions', null],
    ['a mention', { ...message, mentionsMe: true }, 'mentions', 'mention'],
    ['a mention, sounds off', { ...message, mentionsMe: true }, 'off', null],
    ['my own', { ...message, own: true, mentionsMe: true }, 'on', null],
    ['a muted channel', { ...message, muted: true, mentionsMe: true }, 'on', null],
    ['a channel set to none', { ...message, notifyLevel: 'none', mentionsMe: true }, 'on', null],
    ['a channel set to mentions', { ...message, notifyLevel: 'mention' }, 'on', null],
    ['typing before my eyes', typing, 'on', 'typing'],
    ['typing that goes on', { ...typing, burstBegins: false }, 'on', null],
    ['typing elsewhere', { ...typing, watching: false }, 'on', null],
    ['typing, only mentions wanted', typing, 'mentions', null],
  ])('%s', (_, what, preference, expected) => {
    expect(soundFor(what, preference)).toBe(expected);
  });
});
