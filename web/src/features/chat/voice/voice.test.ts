import { expect, test } from 'vitest';
import { clock, isVoice, keyed, nextRate, rateText, recordedType, voiceName } from './voice.ts';

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [59.99, '0:59'],
  [60, '1:00'],
  [300, '5:00'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

test('what the browser can is recorded, Opus first', () => {
  expect(recordedType(() => true)).toBe('audio/webm;codecs=opus');
  expect(recordedType((type) => type === 'audio/mp4')).toBe('audio/mp4');
  expect(recordedType(() => false)).toBeUndefined();
});

test('the name says what it is, when it was and how it is written', () => {
  const now = new Date(2026, 10, 6, 8, 5);
  expect(voiceName(now, 'audio/webm;codecs=opus')).toBe('Röstmeddelande 2026-11-06 08.05.webm');
  expect(voiceName(now, 'audio/mp4')).toBe('Röstmeddelande 2026-11-06 08.05.mp4');
  expect(voiceName(now, '')).toBe('Röstmeddelande 2026-11-06 08.05.webm');
  expect(isVoice(voiceName(now, 'audio/mp4'))).toBe(true);
  expect(isVoice('Visa.mp3')).toBe(false);
});

test('the speed goes round', () => {
  expect([1, 1.5, 2].map(nextRate)).toEqual([1.5, 2, 1]);
  expect([1, 1.5, 2].map(rateText)).toEqual(['1×', '1,5×', '2×']);
});

test('keys lead through a sound and not out of it', () => {
  expect(keyed('ArrowRight', 0, 12)).toBe(1);
  expect(keyed('ArrowRight', 0, 60)).toBe(3);
  expect(keyed('ArrowRight', 0, 300)).toBe(5);
  expect(keyed('ArrowLeft', 0.5, 12)).toBe(0);
  expect(keyed('ArrowRight', 11.5, 12)).toBe(12);
  expect(keyed('Home', 7, 12)).toBe(0);
  expect(keyed('End', 7, 12)).toBe(12);
  expect(keyed('x', 7, 12)).toBeNull();
});
