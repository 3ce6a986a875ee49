import { describe, expect, it } from 'vitest';
import { counts, spec } from '../../../../e2e/spec/spec.ts';
import { type Happening, soundFor } from './sounds.ts';
import { TONES } from './tones.ts';

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
    const { message, typing, mention } = spec['9.12'];
    const tone = (said: string) => {
      const [frequency = 0, time = 0] = counts(said);
      return [{ frequency, at: 0, seconds: time / 1_000 }];
    };
    expect(TONES.message).toEqual(tone(message));
    expect(TONES.typing).toEqual(tone(typing));
    expect(TONES.mention.map(({ frequency }) => frequency)).toEqual(counts(mention));
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
