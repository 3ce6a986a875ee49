import { expect, it } from 'vitest';
import type { Channel } from '@/api/types.ts';
import { sortChannels } from './queries.ts';

it('orders channels as Swedish does, numbers by their size, general first', () => {
  const named = (displayName: string, general = false) =>
    ({ displayName, name: displayName, general }) as Channel;
  const channels = ['Prov 10', 'Ö', 'prov 2', 'Å', 'Prov 1'].map((name) => named(name));
  expect(sortChannels([...channels, named('Öppet', true)]).map((one) => one.name)).toEqual([
    'Öppet',
    'Prov 1',
    'prov 2',
    'Prov 10',
    'Å',
    'Ö',
  ]);
});
