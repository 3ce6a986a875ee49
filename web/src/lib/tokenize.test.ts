import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { emojiNames } from '../../scripts/emoji.ts';
import { takeNames } from './emojiNames.ts';
import cases from './markdown.json' with { type: 'json' };
import { type Block, type Inline, isJumbo, type ListItem, plainOf, tokenize } from './tokenize.ts';

/** The tree in the notation of the cases, which the server's reader is held to as well (`actors/src/platform/markdown`). */
const write = (blocks: readonly Block[]): string => blocks.map(one).join('|');

function one(block: Block): string {
  switch (block.kind) {
    case 'codeblock':
      return `[block:${block.text}]`;
    case 'quote':
      return `[quote:${write(block.blocks)}]`;
    case 'paragraph':
      return inlines(block.children);
    case 'list':
      return `[${block.start ?? '-'}:${block.items.map(item).join(';')}]`;
  }
}

const item = ({ depth, children, code }: ListItem): string =>
  `${'>'.repeat(depth)}${inlines(children)}${code.map((text) => `[block:${text}]`).join('')}`;

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

/** What the server reads with. */
const table = readFileSync('../actors/src/platform/markdown/emoji.txt', 'utf8');
beforeAll(() => takeNames(table));

describe('the names of emoji', () => {
  it('are the same for the server as for the web (node scripts/emojiNames.ts writes them)', async () => {
    expect(await emojiNames()).toBe(table);
  });
});

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
    ['quotes, one deeper each', Array.from({ length: 200 }, (_, at) => '>'.repeat(at)).join('\n')],
    ['quotes with fences', '> > ```\n> ```\n```\n'.repeat(deep)],
    ['fences in a line', '```a```b'.repeat(deep)],
    ['fences that are empty', '```\n\n'.repeat(deep)],
    ['a fence that nothing closes', `${'a\n- b\n> c\n'.repeat(deep)}\`\`\`\n${'a\n'.repeat(deep)}`],
    ['fences in items', '- a\n  ```\n  b\n  ```\n'.repeat(deep)],
    ['indented fences', `${' '.repeat(deep)}\`\`\`\n${`${' '.repeat(50)}a\n`.repeat(deep)}\`\`\``],
    ['colons', ':a'.repeat(deep)],
    ['names', ':tada:'.repeat(deep)],
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
    expect(quotes(blocks)).toBeLessThanOrEqual(5);
  });
});

/** How deep quotes stand in each other. */
const quotes = (blocks: readonly Block[]): number =>
  blocks.reduce(
    (most, one) => (one.kind === 'quote' ? Math.max(most, 1 + quotes(one.blocks)) : most),
    0,
  );

const depth = (blocks: readonly Block[]): number =>
  blocks.reduce((most, block) => {
    if (block.kind === 'codeblock') return most;
    if (block.kind === 'quote') return Math.max(most, depth(block.blocks));
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
