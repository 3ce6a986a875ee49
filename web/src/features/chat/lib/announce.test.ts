import { expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import { AnnounceLimit } from './announce.ts';

const message = (content: string, mentions: number[] = []) =>
  ({ userName: 'Anna', content, formattedContent: content, mentions }) as unknown as Message;

it('reads one by one while quiet, a number when busy, mentions always, and never a whole novel', () => {
  const limit = new AnnounceLimit();
  expect(limit.lines([message('hej')], 1, 0)).toEqual(['Anna: hej']);
  expect(limit.lines([message('a'), message('b'), message('c')], 1, 1000)).toEqual([
    '4 nya meddelanden',
  ]);
  expect(limit.lines([message('@jag', [1])], 1, 1500)).toEqual(['Anna: @jag']);
  expect(limit.lines([message('lugnt igen')], 1, 20_000)).toEqual(['Anna: lugnt igen']);
  expect(limit.lines([message('x'.repeat(400))], 1, 40_000)[0]?.length).toBeLessThanOrEqual(160);
});
