import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, type Inline, isJumbo, plainText, tokenize } from './tokenize.ts';

/** The tree in a short notation, to read the cases by. */
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
  it.each([
    ['hej', 'hej'],
    ['*fet* text', '<b:fet> text'],
    ['_kursiv_, och *_båda_*', '<i:kursiv>, och <b:<i:båda>>'],
    ['snake_case_namn och 2*3*4', 'snake_case_namn och 2*3*4'],
    ['a * inte fet * b', 'a * inte fet * b'],
    ['**fet** och **två ord**.', '<b:fet> och <b:två ord>.'],
    ['***mycket***', '<b:mycket>'],
    ['~struken~ och ~~den här~~', '<s:struken> och <s:den här>'],
    ['*fet _och kursiv_*', '<b:fet <i:och kursiv>>'],
    ['*a _b* c_', '<b:a _b> c_'],
    ['*a *b*', '*a <b:b>'],
    ['*a *b* c*', '<b:a b c>'],
    ['2 ~ 3, a~b~c, **, *', '2 ~ 3, a~b~c, **, *'],
    ['**oavslutad* här', '**oavslutad* här'],
    ['- ett\n- *två*\n  - två och ett', '[-:ett;<b:två>;>två och ett]'],
    ['* ett\n* två', '[-:ett;två]'],
    ['Handla:\n3. mjölk\n4. bröd\nTack', 'Handla:|[3:mjölk;bröd]|Tack'],
    ['-5 grader', '-5 grader'],
    ['>> djupt\n> citat', '[quote:djupt\ncitat]'],
    ['[vår sida](https://a.se/b)', '<a:vår sida→https://a.se/b>'],
    ['*[sidan](https://a.se)*!', '<b:<a:sidan→https://a.se>>!'],
    ['[wiki](https://a.se/x_(y))', '<a:wiki→https://a.se/x_(y)>'],
    ['[https://bank.se](https://ont.se)', '<a:https://ont.se→https://ont.se>'],
    ['[bank.se](https://ont.se)', '<a:https://ont.se→https://ont.se>'],
    ['[klicka](javascript:alert(1))', '[klicka](javascript:alert(1))'],
    ['se #allmänt, och a#b', 'se <#:allmänt>, och a#b'],
    ['#1', '#1'],
    ['https://a.se/\u202Ecod', '<a:https://a.se/→https://a.se/>\u202Ecod'],
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

describe('plainText', () => {
  it.each([
    ['Hej *du*, se [sidan](https://a.se)', 'Hej du, se sidan'],
    ['> citat\n~svar~', 'citat svar'],
    ['- ett\n- två', 'ett, två'],
  ])('%j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
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
