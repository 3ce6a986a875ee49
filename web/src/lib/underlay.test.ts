import { describe, expect, it } from 'vitest';
import { underlayOf } from './underlay.ts';

describe('what lies below a link from outside', () => {
  it('is the list of the channel’s workspace', () => {
    expect(underlayOf('/konversation/12/34')).toBe('/konversation/12');
    expect(underlayOf('/konversation/12/34/trad/56')).toBe('/konversation/12');
  });

  it('is nothing for other pages', () => {
    for (const path of ['/', '/konversation', '/konversation/12', '/settings'])
      expect(underlayOf(path)).toBeNull();
  });
});
