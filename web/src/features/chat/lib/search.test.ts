import { expect, test } from 'vitest';
import { snippet } from './hits.ts';
import { complete, openFilter, parseSearch } from './searchQuery.ts';

test.each([
  ['soppa', { text: 'soppa' }],
  ['från:@anna soppa', { text: 'soppa', from: 'anna' }],
  [
    'Från:anna i:#allmänt före:2026-05-14 god soppa',
    { text: 'god soppa', from: 'anna', channel: 'allmänt', before: '2026-05-14' },
  ],
  ['har:bild soppa', { text: 'soppa', has: 'IMAGE' }],
  ['Har:LÄNK', { text: '', has: 'LINK' }],
  ['fika har:fil', { text: 'fika', has: 'FILE' }],
  ['har:soppa', { text: 'har:soppa' }],
  // No day, no filter; no value, nothing.
  ['före:igår', { text: 'före:igår' }],
  ['från: soppa', { text: 'soppa' }],
  ['vi:ll', { text: 'vi:ll' }],
  // A keyboard may send a letter and its ring as two.
  ['fra\u030an:anna', { text: '', from: 'anna' }],
])('%s', (typed, expected) => {
  expect(parseSearch(typed)).toEqual(expected);
});

test('the filter at the end is completed', () => {
  expect(openFilter('soppa från:@an')).toEqual({ filter: 'från', begun: 'an' });
  expect(openFilter('i:')).toEqual({ filter: 'i', begun: '' });
  expect(openFilter('från:anna soppa')).toBeNull();
  expect(openFilter('soppa har:bi')).toEqual({ filter: 'har', begun: 'bi' });
  expect(openFilter('soppa har:bild')).toBeNull();
  expect(complete('soppa har:l', 'länk')).toBe('soppa har:länk ');
  expect(complete('soppa från:@an', 'anna')).toBe('soppa från:anna ');
  expect(complete('i:', 'allmänt')).toBe('i:allmänt ');
});

const marked = (text: string, words: string[]) =>
  snippet(text, words)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

test('what is meant is marked, as whole words, in their surroundings', () => {
  expect(marked('Föräldramötena flyttas:\n torsdag 14/5', ['torsdag', 'Föräldramötena'])).toBe(
    '[Föräldramötena] flyttas: [torsdag] 14/5',
  );
  expect(marked('all alla allas', ['alla'])).toBe('all [alla] allas');
  const long = `${'ord '.repeat(100)}soppa ${'ord '.repeat(100)}`;
  const shown = marked(long, ['soppa']);
  expect(shown).toMatch(/^… (ord )+\[soppa\] (ord ?)+ …$/);
  expect(shown.length).toBeLessThan(200);
  expect(marked('', ['x'])).toBe('');
});
