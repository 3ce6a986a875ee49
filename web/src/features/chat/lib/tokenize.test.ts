import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, type Inline, isJumbo, tokenize } from './tokenize.ts';

/** The tree in a short notation, to read the cases by. */
const write = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'codeblock') return `[block:${block.text}]`;
      return block.kind === 'quote'
        ? `[quote:${inlines(block.children)}]`
        : inlines(block.children);
    })
    .join('|');

const inlines = (tokens: readonly Inline[]): string => tokens.map(inline).join('');

function inline(token: Inline): string {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'bold':
      return `<b:${inlines(token.children)}>`;
    case 'italic':
      return `<i:${inlines(token.children)}>`;
    case 'code':
      return `<c:${token.text}>`;
    case 'link':
      return `<a:${token.text}→${token.href}>`;
    case 'mention':
      return `<m:${token.text}>`;
  }
}

describe('tokenize', () => {
  it.each([
    ['hej', 'hej'],
    ['*fet* text', '<b:fet> text'],
    ['_kursiv_, och *_båda_*', '<i:kursiv>, och <b:<i:båda>>'],
    ['snake_case_namn och 2*3*4', 'snake_case_namn och 2*3*4'],
    ['* inte fet *', '* inte fet *'],
    ['*öppen', '*öppen'],
    ['`*kod*` efter', '<c:*kod*> efter'],
    ['en\ntvå', 'en\ntvå'],
    ['> citat\n> mer\nsvar', '[quote:citat\nmer]|svar'],
    ['a\n```\nx < y\n```\nb', 'a|[block:x < y]|b'],
    ['```js\nlet a;\n```', '[block:let a;]'],
    ['se https://a.se/b?c=d.', 'se <a:https://a.se/b?c=d→https://a.se/b?c=d>.'],
    [
      '(https://sv.wikipedia.org/wiki/A_(b))',
      '(<a:https://sv.wikipedia.org/wiki/A_(b)→https://sv.wikipedia.org/wiki/A_(b)>)',
    ],
    ['www.a.se!', '<a:www.a.se→https://www.a.se>!'],
    ['*https://a.se*', '<b:<a:https://a.se→https://a.se>>'],
    ['anna@a.se', '<a:anna@a.se→mailto:anna@a.se>'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j', (text, expected) => {
    expect(write(tokenize(text))).toBe(expected);
  });

  it('marks mentions, also within bold', () => {
    const text = '*@anna* hej @bo';
    const ranges = [
      { start: 1, end: 6, userId: 1 },
      { start: 12, end: 15, userId: 2 },
    ];
    expect(write(tokenize(text, ranges))).toBe('<b:<m:@anna>> hej <m:@bo>');
  });

  it('links only to the web and to mail, whatever is written', () => {
    const written = fc.string({
      unit: fc.constantFrom(...'*_`> \n:/.@()<>"\'', 'http', 'www', 'data', 'a', 'ö'),
    });
    fc.assert(
      fc.property(written, (text) => {
        const links = JSON.stringify(tokenize(text)).match(/"href":"[^"]*/g) ?? [];
        expect(links.every((link) => /^"href":"(https?:\/\/|mailto:)/.test(link))).toBe(true);
      }),
    );
  });
});

describe('isJumbo', () => {
  it.each([
    ['👍', true],
    ['👩‍👩‍👧 🎉', true],
    ['👍👍👍👍', false],
    ['ok 👍', false],
    ['123', false],
    ['', false],
  ])('%j is %s', (text, expected) => {
    expect(isJumbo(text)).toBe(expected);
  });
});
