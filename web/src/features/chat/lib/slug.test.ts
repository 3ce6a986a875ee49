import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNEL_NAME, channelName } from './slug.ts';

it.each([
  ['Lärarrummet', 'lärarrummet'],
  ['Café & Fika!', 'cafe-fika'],
  ['  Åk 7 – matte  ', 'åk-7-matte'],
  ['A\u030Angström', 'ångström'],
])('%j becomes %j', (typed, expected) => {
  expect(channelName(typed)).toBe(expected);
});

it('is a valid name whenever it is long enough', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (typed) => {
      const name = channelName(typed);
      expect(name.length < 2 || CHANNEL_NAME.test(name)).toBe(true);
    }),
  );
});
