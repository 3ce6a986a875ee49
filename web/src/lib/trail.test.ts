import { describe, expect, it } from 'vitest';
import { stepsBack } from './trail.ts';

const list = (address: string) => address === '/konversation/1';
const chat = (address: string) => address.startsWith('/konversation');

describe('leaving', () => {
  it('goes back to where it was opened from', () => {
    expect(stepsBack(['/', '/konversation/1', '/konversation/1/2'], 2, list, chat)).toBe(1);
  });

  it('goes over what was opened on the way', () => {
    const trail = [
      '/konversation/1',
      '/konversation/1/2',
      '/konversation/1/3',
      '/konversation/1/3/trad/9',
    ];
    expect(stepsBack(trail, 3, list, chat)).toBe(3);
  });

  it('does not go over other pages', () => {
    expect(stepsBack(['/konversation/1', '/settings', '/konversation/1/2'], 2, list, chat)).toBe(0);
  });

  it('knows of no way back after a reload', () => {
    expect(
      stepsBack(
        [undefined, undefined, '/konversation/1/2'] as (string | undefined)[],
        2,
        list,
        chat,
      ),
    ).toBe(0);
  });
});
