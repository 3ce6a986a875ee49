/** The queue as it is held, and its words. */
import { describe, expect, it } from 'vitest';
import { decidedBy, type Held, itemsOf, keyOf, nameOf, waitsAgain, without } from './fold.ts';
import type { Case, Speaker } from './types.ts';

const bo: Speaker = {
  kind: 'person',
  idUser: 8,
  idEntity: null,
  displayName: 'Bo Alm',
  slug: 'bo-alm',
  userName: 'bo-alm',
  profileImage: null,
};
const one = (change: Partial<Case> = {}): Case => ({
  idCase: 1,
  idEntity: 3,
  targetType: 'POST',
  targetId: 'p1',
  state: 'OPEN',
  outcome: null,
  nrReports: 1,
  reports: [],
  author: bo,
  content: 'Hej',
  created: '2026-03-03T12:00:00.000Z',
  closed: null,
  moderator: null,
  objection: null,
  path: '/inlagg/p1',
  abilities: ['DISMISS'],
  ...change,
});
const waiting = one({ idCase: null, targetType: 'WAITING_MESSAGE', targetId: 1 });
const held = (...pages: Case[][]): Held => ({
  pages: pages.map((content) => ({ content, hasMore: false, cursor: null })),
  pageParams: pages.map(() => undefined),
});

describe('the queue', () => {
  it('has each once, also where it moved between pages', () => {
    const two = one({ idCase: 2 });
    expect(itemsOf(held([one(), two], [two, waiting])).map(keyOf)).toEqual([
      '1',
      '2',
      'WAITING_MESSAGE-1',
    ]);
  });

  it('keeps cases and waiting messages of one number apart', () => {
    expect(itemsOf(without(held([one(), waiting]), keyOf(one())))).toEqual([waiting]);
    expect(itemsOf(without(held([one(), waiting]), keyOf(waiting)))).toEqual([one()]);
  });
});

describe('a case of mine', () => {
  const objection = { text: 'Fel', created: '2026-03-04T12:00:00.000Z' };
  it.each([
    ['decided', { closed: '2026-03-03T12:00:00.000Z', objection: null }, false],
    ['objected to', { closed: '2026-03-03T12:00:00.000Z', objection }, true],
    ['decided again', { closed: '2026-03-05T12:00:00.000Z', objection }, false],
  ])('%s', (_, own, waits) => {
    expect(waitsAgain(own)).toBe(waits);
  });
});

describe('words', () => {
  it.each([
    [one(), 'Inlägg av Bo Alm'],
    [one({ targetType: 'COMMENT' }), 'Kommentar av Bo Alm'],
    [waiting, 'Meddelande som väntar på granskning av Bo Alm'],
    [one({ targetType: 'PERSON' }), 'Person: Bo Alm'],
    [one({ author: null }), 'Inlägg av okänd'],
  ])('name what it is', (shown, name) => {
    expect(nameOf(shown)).toBe(name);
  });

  it('say what somebody faster has decided', () => {
    const closed = one({ state: 'CLOSED', outcome: 'REMOVED', moderator: bo });
    expect(decidedBy(closed)).toBe('Någon annan har redan avgjort ärendet: borttaget av Bo Alm.');
    expect(decidedBy(one())).toBe('Någon annan har redan avgjort ärendet.');
  });
});
