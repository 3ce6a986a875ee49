import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import cases from './markdown.json' with { type: 'json' };
import { type Block, type Inline, isJumbo, plainOf, tokenize } from './tokenize.ts';

/** The tree in the notation of the cases, which the server's reader is held to as well (`actors/src/markdown`). */
const write = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'codeblock') return `[block:${block.text}]`;
      if (block.kind === 'list') {
        const items = block.items.map(
          (item) => `${'>'.repeat(item.depth)}${inlines(item.children)}`,
        );
        return `[${block.start ?? '-'}:${items.join(';')}]`;
      }
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
    case 'strike':
      return `<s:${inlines(token.children)}>`;
    case 'channel':
      return `<#:${token.name}>`;
    case 'code':
      return `<c:${token.text}>`;
    case 'link':
      return `<a:${token.text}→${token.href}>`;
    case 'mention':
      return `<m:${token.text}>`;
  }
}

describe('tokenize', () => {
  it.each(cases.read)('%j', (text, expected) => {
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
      unit: fc.constantFrom(...'*_~`> \n:/.@()[]<>"\'#-', 'http', 'www', 'data', 'a', 'ö'),
    });
    fc.assert(
      fc.property(written, (text) => {
        const links = JSON.stringify(tokenize(text)).match(/"href":"[^"]*/g) ?? [];
        expect(links.every((link) => /^"href":"(https?:\/\/|mailto:)/.test(link))).toBe(true);
      }),
    );
  });
});

describe('what nests or repeats without end', () => {
  const deep = 10_000;
  it.each([
    ['marks', `${'*_~'.repeat(deep)}a${'~_*'.repeat(deep)}`],
    ['marks with words', '*a _b ~c '.repeat(deep) + ' c~ b_ a*'.repeat(deep)],
    ['marks that never close', '*a '.repeat(deep)],
    ['quotes', `${'>'.repeat(deep)} a`],
    ['brackets', `${'['.repeat(deep)}a${'](https://a.se)'.repeat(deep)}`],
    ['links', `https://a.se${')'.repeat(deep)}`],
    ['dots', 'a.'.repeat(deep)],
    ['code', '`'.repeat(deep * 2 + 1)],
    ['fences', `${'```'.repeat(deep)}\n`],
    ['lists', Array.from({ length: deep }, (_, at) => `${' '.repeat(at % 50)}- a`).join('\n')],
  ])('%s', (_, text) => {
    const began = performance.now();
    const blocks = tokenize(text);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(depth(blocks)).toBeLessThanOrEqual(3);
  });
});

const depth = (blocks: readonly Block[]): number =>
  blocks.reduce((most, block) => {
    if (block.kind === 'codeblock') return most;
    const rows =
      block.kind === 'list' ? block.items.map((item) => item.children) : [block.children];
    return rows.reduce((found, children) => Math.max(found, inlineDepth(children)), most);
  }, 0);

const inlineDepth = (tokens: readonly Inline[]): number =>
  tokens.reduce(
    (most, token) => ('children' in token ? Math.max(most, 1 + inlineDepth(token.children)) : most),
    0,
  );

describe('plainOf', () => {
  it.each(cases.plain)('%j', (text, expected) => {
    expect(plainOf(tokenize(text), (token) => token.text)).toBe(expected);
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
