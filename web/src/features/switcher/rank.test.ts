/** The quick switcher's order: recent first, Swedish. */
import { describe, expect, it } from 'vitest';
import { rank, type Target } from './rank.ts';
import { notePlace, recentPlaces } from './recent.ts';

const target = (name: string, also = ''): Target => ({
  key: name,
  kind: 'channel',
  name,
  also,
  where: '',
  path: '/',
  image: null,
});
const targets = [
  'Ölprovning',
  'Allmänt',
  'Åka skridskor',
  'Prov 10',
  'Prov 2',
  'Zebra',
  'Möten',
].map((name) => target(name));
const names = (typed: string, recent: string[] = [], of = targets) =>
  rank(of, typed, recent).map(({ name }) => name);

describe('what is offered', () => {
  it('without words is where one was, then the rest in Swedish order', () => {
    expect(names('', ['Zebra', 'Möten'])).toEqual([
      'Zebra',
      'Möten',
      'Allmänt',
      'Prov 2',
      'Prov 10',
      'Åka skridskor',
      'Ölprovning',
    ]);
  });

  it('is what begins so before what has it in a word, and that before the rest', () => {
    expect(names('prov')).toEqual(['Prov 2', 'Prov 10', 'Ölprovning']);
    expect(names('skri')).toEqual(['Åka skridskor']);
  });

  it('has the recent first among equals', () => {
    expect(names('prov', ['Ölprovning', 'Prov 10'])).toEqual(['Prov 10', 'Prov 2', 'Ölprovning']);
  });

  it.each([
    ['moten', ['Möten']],
    ['möten', ['Möten']],
    ['MÖTEN', ['Möten']],
    ['al', ['Allmänt']],
    ['äl', []],
    ['#allm', ['Allmänt']],
  ])('%s finds %j', (typed, expected) => expect(names(typed)).toEqual(expected));

  it('finds by the other name too, last', () => {
    const people = [target('Bo Ek', 'anna-fan'), target('Anna Alm', 'aa')];
    expect(names('anna', [], people)).toEqual(['Anna Alm', 'Bo Ek']);
  });
});

describe('where one was', () => {
  it('is remembered once each, the last first', () => {
    for (const path of ['/konversation/1/2', '/messages/3', '/konversation/1/2/trad/9', '/start'])
      notePlace(path);
    expect(recentPlaces()).toEqual(['2', '3']);
    notePlace('/messages/3');
    expect(recentPlaces()).toEqual(['3', '2']);
  });
});
