/** How one's list of channels is arranged (contract 3.8: favourites, own groups, order, collapsed). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel, Sidebar } from '@/api/types.ts';
import { nextUnread, sectionsOf } from '../lib/sections.ts';
import {
  asFavourite,
  channelMoved,
  folded,
  groupMoved,
  intoGroup,
  released,
  renamed,
  withGroup,
  withoutGroup,
} from './arranging.ts';

const nothing: Sidebar = { favourites: [], groups: [], collapsed: [] };
const channel = (id: number) => ({ id, name: `k${id}` }) as Channel;
const channels = [1, 2, 3, 4, 5].map(channel);
const all = () => true;
const none = () => false;
const arranged = (...steps: ((sidebar: Sidebar) => Sidebar)[]) =>
  steps.reduce((sidebar, step) => step(sidebar), nothing);
const shown = (sidebar: Sidebar, isUnread: (id: number) => boolean = none) =>
  sectionsOf(channels, sidebar, isUnread).map(({ key, channels: of }) => [
    key,
    ...of.map(({ id }) => id),
  ]);

describe('the list', () => {
  it('is one where nothing is arranged', () => {
    expect(shown(nothing)).toEqual([['channels', 1, 2, 3, 4, 5]]);
    expect(sectionsOf(channels, undefined, none)).toHaveLength(1);
  });

  it('has favourites first, then groups, then the rest', () => {
    const sidebar = arranged(asFavourite(4), withGroup('a', 'Arbete', 2), asFavourite(1));
    expect(shown(sidebar)).toEqual([
      ['favourites', 4, 1],
      ['group:a', 2],
      ['channels', 3, 5],
    ]);
  });

  it('has what is unread first in each part', () => {
    const sidebar = arranged(asFavourite(4), asFavourite(1));
    expect(shown(sidebar, (id) => id === 1 || id === 5)).toEqual([
      ['favourites', 1, 4],
      ['channels', 5, 2, 3],
    ]);
  });

  it('shows a new group that is empty, and not one whose channels are in another workspace', () => {
    const sidebar = arranged(withGroup('a', 'Tom', null), withGroup('b', 'Annorstädes', 99));
    expect(shown(sidebar).map(([key]) => key)).toEqual(['group:a', 'channels']);
  });

  it('shows each channel once, whatever is arranged', () => {
    const step = fc.oneof(
      fc.integer({ min: 1, max: 6 }).map(asFavourite),
      fc.integer({ min: 1, max: 6 }).map(released),
      fc
        .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('a', 'b'))
        .map(([id, group]) => intoGroup(id, group)),
      fc.constantFrom('a', 'b').map(withoutGroup),
      fc.constantFrom('a', 'b').map((id) => withGroup(id, id, null)),
      fc
        .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom(1 as const, -1 as const))
        .map(([id, way]) => channelMoved(id, way, all)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const ids = shown(arranged(...steps)).flatMap(([, ...of]) => of);
        expect([...ids].sort()).toEqual([1, 2, 3, 4, 5]);
      }),
    );
  });
});

describe('arranging', () => {
  it('moves a channel past those that are seen', () => {
    const three = arranged(asFavourite(1), asFavourite(99), asFavourite(2), asFavourite(3));
    const isHere = (id: number) => id !== 99;
    expect(channelMoved(1, 1, isHere)(three).favourites).toEqual([99, 2, 1, 3]);
    expect(channelMoved(2, -1, isHere)(three).favourites).toEqual([2, 1, 99, 3]);
    expect(channelMoved(1, -1, isHere)(three).favourites).toEqual([1, 99, 2, 3]);
    expect(channelMoved(3, 1, isHere)(three).favourites).toEqual([1, 99, 2, 3]);
  });

  it('renames, moves and removes a group; its channels are kept', () => {
    const two = arranged(withGroup('a', 'A', 1), withGroup('b', 'B', 2), folded('group:b', true));
    expect(groupMoved('b', -1)(two).groups.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(renamed('a', 'Ny')(two).groups[0]?.name).toBe('Ny');
    const one = withoutGroup('b')(two);
    expect(one.collapsed).toEqual([]);
    expect(shown(one)).toEqual([
      ['group:a', 1],
      ['channels', 2, 3, 4, 5],
    ]);
  });

  it('folds and unfolds', () => {
    expect(arranged(folded('channels', true), folded('channels', true)).collapsed).toEqual([
      'channels',
    ]);
    expect(arranged(folded('channels', true), folded('channels', false)).collapsed).toEqual([]);
  });
});

describe('the next unread channel', () => {
  const unread = (id: number) => id === 2 || id === 4;
  it.each([
    [1, 1, 2],
    [2, 1, 4],
    [4, 1, 2],
    [1, -1, 4],
    [null, 1, 2],
    [null, -1, 4],
  ] as const)('from %s by %s is %s', (open, step, expected) => {
    expect(nextUnread(channels, open, step, unread)?.id).toBe(expected);
  });

  it('is none where only the open one is', () => {
    expect(nextUnread(channels, 3, 1, (id) => id === 3)).toBeNull();
    expect(nextUnread([], null, 1, all)).toBeNull();
  });
});
