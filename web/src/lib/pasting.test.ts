import { describe, expect, it } from 'vitest';
import { type Clip, inFence, pasted } from './pasting.ts';
import { tokenize } from './tokenize.ts';

type Laid = { name: string; type: string };

const picture: Laid = { name: 'image.png', type: 'image/png' };
const pdf: Laid = { name: 'Protokoll maj.pdf', type: 'application/pdf' };
const clip = (part: Partial<Clip<Laid>>): Clip<Laid> => ({
  text: '',
  html: '',
  files: [],
  ...part,
});
const nowhere = { value: '', start: 0, end: 0 };

/** `⟦` and `⟧` stand around what is selected, `|` where the caret is alone. */
function written(marked: string, text: string): string | null {
  const [start, end] = marked.includes('|')
    ? [marked.indexOf('|'), marked.indexOf('|')]
    : [marked.indexOf('⟦'), marked.indexOf('⟧') - 1];
  const value = marked.replace(/[⟦⟧|]/g, '');
  const act = pasted(clip({ text }), { value, start, end });
  if (act.kind !== 'write') return null;
  const { change } = act;
  const made = value.slice(0, change.start) + change.insert + value.slice(change.end);
  expect(change.selectFrom).toBe(change.selectTo);
  return `${made.slice(0, change.selectTo)}|${made.slice(change.selectTo)}`;
}

describe('what lies on the clipboard', () => {
  it.each<[string, Partial<Clip<Laid>>, 'text' | 'files', number]>([
    ['a picture alone is attached', { files: [picture] }, 'files', 1],
    [
      'of text with a picture of it (Word, Excel) the text',
      { text: 'A\tB\r\n', html: '<table><tr><td>A</td></tr></table>', files: [picture] },
      'text',
      1,
    ],
    ['blank text is none', { text: ' \n', files: [picture] }, 'files', 1],
    [
      'a picture copied from a page',
      { html: '<meta charset="utf-8"><img src="https://a.se/b.png">', files: [picture] },
      'files',
      1,
    ],
    [
      'and where its address lies beside it',
      {
        text: 'https://a.se/b.png',
        html: '<!-- x --><img src="https://a.se/b.png">',
        files: [picture],
      },
      'files',
      1,
    ],
    ['a file with its name (Finder)', { text: 'Protokoll maj.pdf', files: [pdf] }, 'files', 1],
    [
      'pictures with their paths (Linux)',
      {
        text: 'file:///home/a/Bild%201.png\n/home/a/b.jpg',
        files: [
          { name: 'Bild 1.png', type: 'image/png' },
          { name: 'b.jpg', type: 'image/jpeg' },
        ],
      },
      'files',
      2,
    ],
    ['a document that is described', { text: 'Protokoll', files: [pdf] }, 'files', 1],
    ['text alone', { text: 'hej', html: '<b>hej</b>' }, 'text', 0],
  ])('%s', (_, laid, what, files) => {
    const act = pasted(clip(laid), nowhere);
    expect(act.kind).toBe(what === 'text' ? 'write' : 'attach');
    expect(act.kind === 'write' ? act.pictures : act.files).toHaveLength(files);
  });

  it('has no line ends of Windows in what is written', () => {
    expect(written('a |b', 'ett\r\ntvå\r\n')).toBe('a ett\ntvå\n|b');
  });
});

const WIKI = 'https://sv.wikipedia.org/wiki/Lund_(olika_betydelser)';

describe('an address over words', () => {
  it.each([
    ['se ⟦sidan⟧ här', 'https://a.se/b ', 'se [sidan](https://a.se/b)| här'],
    ['se ⟦sidan ⟧här', 'https://a.se/b', 'se [sidan](https://a.se/b)| här'],
    ['om ⟦Lund⟧.', WIKI, `om [Lund](${WIKI})|.`],
    ['⟦x⟧', 'https://a.se/a(b(c))d', '[x](https://a.se/a%28b%28c%29%29d)|'],
    ['⟦x⟧', 'https://a.se/:)', '[x](https://a.se/:%29)|'],
    ['⟦x⟧', 'https://a.se/(', '[x](https://a.se/%28)|'],
    // As it is.
    ['se |här', 'https://a.se', 'se https://a.se|här'],
    ['se ⟦sidan⟧ här', 'javascript:alert(1)', 'se javascript:alert(1)| här'],
    ['se ⟦sidan⟧ här', 'två ord', 'se två ord| här'],
    ['se ⟦https://b.se⟧', 'https://a.se', 'se https://a.se|'],
    ['⟦a]b⟧', 'https://a.se', 'https://a.se|'],
    ['```\n⟦sidan⟧', 'https://a.se', '```\nhttps://a.se|'],
  ])('%j and %s', (before, address, after) => {
    expect(written(before, address)).toBe(after);
  });

  it.each([WIKI, 'https://a.se/a(b(c))d', 'https://a.se/:)', 'https://a.se/)(', 'https://a.se/(('])(
    'is read as one link that leads to all of %s',
    (address) => {
      const made = written('⟦ordet⟧', address)?.replace('|', '') ?? '';
      const [block] = tokenize(made);
      const [link, ...more] = block?.kind === 'paragraph' ? block.children : [];
      expect(more).toEqual([]);
      expect(link).toMatchObject({ kind: 'link', text: 'ordet' });
      const { href } = link as { href: string };
      expect(decodeURIComponent(href)).toBe(address);
    },
  );
});

describe('inFence', () => {
  it.each([
    ['```\nlet a;', true],
    ['```\nlet a;\n```\n', false],
    ['hej', false],
  ])('%j %s', (text, expected) => {
    expect(inFence(text, text.length)).toBe(expected);
  });
});
