/** What of courses is pure: a lesson's text, and the order of an outline. */

import { describe, expect, it } from 'vitest';
import pictureCases from '@/lib/pictures.json';
import { cells, lessonBlocks } from './blocks.ts';
import {
  arranged,
  moved,
  type Order,
  ontoLesson,
  orderOf,
  stepLesson,
  stepModule,
} from './order.ts';

describe('a lesson’s text', () => {
  it.each([
    ['', []],
    ['Hej', [{ kind: 'text', text: 'Hej' }]],
    [
      '# Ett\nText\n### Två  ',
      [
        { kind: 'heading', level: 1, text: 'Ett' },
        { kind: 'text', text: 'Text' },
        { kind: 'heading', level: 3, text: 'Två' },
      ],
    ],
    // A channel's name, too many signs and a sign alone are text.
    ['#kanal', [{ kind: 'text', text: '#kanal' }]],
    ['#### fyra', [{ kind: 'text', text: '#### fyra' }]],
    ['# ', [{ kind: 'text', text: '# ' }]],
    [
      '| A | B |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\nSlut',
      [
        {
          kind: 'table',
          head: ['A', 'B'],
          rows: [
            ['1', '2'],
            ['3', ''],
          ],
        },
        { kind: 'text', text: '\nSlut' },
      ],
    ],
    ['A | B\ninget streck', [{ kind: 'text', text: 'A | B\ninget streck' }]],
    ['| A | B |\n|---|', [{ kind: 'text', text: '| A | B |\n|---|' }]],
    // Code is what it is.
    ['```\n# inte rubrik\n```', [{ kind: 'text', text: '```\n# inte rubrik\n```' }]],
    [
      '```\n# rubrik',
      [
        { kind: 'text', text: '```' },
        { kind: 'heading', level: 1, text: 'rubrik' },
      ],
    ],
  ])('%j is taken apart', (text, expected) => {
    expect(lessonBlocks(text)).toEqual(expected);
  });

  it('has an escaped bar in a cell', () => {
    expect(cells('| a \\| b | c |')).toEqual(['a | b', 'c']);
  });

  it('is read in time that grows with its length', () => {
    const long = '|-'.repeat(12_500) + '\n```\n'.repeat(5_000);
    const start = performance.now();
    lessonBlocks(long);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

const ORDER: Order = [
  { id: 1, lessons: [11, 12] },
  { id: 2, lessons: [] },
  { id: 3, lessons: [31] },
];

describe('the order of an outline', () => {
  it.each([
    [11, -1, null],
    [
      11,
      1,
      [
        { id: 1, lessons: [12, 11] },
        { id: 2, lessons: [] },
        { id: 3, lessons: [31] },
      ],
    ],
    [
      12,
      1,
      [
        { id: 1, lessons: [11] },
        { id: 2, lessons: [12] },
        { id: 3, lessons: [31] },
      ],
    ],
    [
      31,
      -1,
      [
        { id: 1, lessons: [11, 12] },
        { id: 2, lessons: [31] },
        { id: 3, lessons: [] },
      ],
    ],
    [31, 1, null],
  ] as const)('lesson %i goes %i, over the edges of modules', (lesson, by, expected) => {
    const target = stepLesson(ORDER, lesson, by);
    expect(target && moved(ORDER, target)).toEqual(expected);
  });

  it('moves modules with their lessons', () => {
    const down = stepModule(ORDER, 1, 1);
    expect(down && moved(ORDER, down).map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(stepModule(ORDER, 3, 1)).toBeNull();
  });

  it('drops a lesson where another stands', () => {
    const before = ontoLesson(ORDER, 31, 12);
    expect(before && moved(ORDER, before)[0]?.lessons).toEqual([11, 31, 12]);
    const after = ontoLesson(ORDER, 11, 12);
    expect(after && moved(ORDER, after)[0]?.lessons).toEqual([12, 11]);
    expect(ontoLesson(ORDER, 11, 11)).toBeNull();
  });

  it('loses and doubles nothing in random moves', () => {
    let order = ORDER;
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let n = 0; n < 500; n += 1) {
      const lesson = [11, 12, 31][next(3)] ?? 11;
      const by = next(2) === 0 ? -1 : 1;
      const target =
        next(3) === 0 ? stepModule(order, next(3) + 1, by) : stepLesson(order, lesson, by);
      if (target) order = moved(order, target);
      expect(order.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
      expect(order.flatMap(({ lessons }) => lessons).toSorted()).toEqual([11, 12, 31]);
    }
  });

  it('leaves out what is there no more', () => {
    const modules = [{ id: 1, lessons: [{ id: 11 }] }];
    expect(arranged(modules, ORDER)).toEqual([{ id: 1, lessons: [{ id: 11 }] }]);
    expect(orderOf(modules)).toEqual([{ id: 1, lessons: [11] }]);
    expect(moved(ORDER, { kind: 'lesson', lesson: 99, module: 1, index: 0 })).toBe(ORDER);
  });
});

it('a picture is a line of its own, as the server reads it', () => {
  for (const [text, ids] of pictureCases as [string, number[]][]) {
    const drawn = lessonBlocks(text).flatMap((block) => (block.kind === 'picture' ? block.id : []));
    expect([...new Set(drawn)], text).toEqual(ids);
  }
  expect(lessonBlocks('Se\n![ Karta ](bild:7)\nmer')).toEqual([
    { kind: 'text', text: 'Se' },
    { kind: 'picture', id: 7, alt: 'Karta' },
    { kind: 'text', text: 'mer' },
  ]);
  expect(lessonBlocks('```\n![Karta](bild:7)\n```')).toHaveLength(1);
});
