/** Rows of a list while it is mended. */
import { describe, expect, it } from 'vitest';
import { badOf, failedAs, goodOf, rowsOf, sentAs, without, withRow } from './rows.ts';
import type { BatchRow } from './types.ts';

const row = (number: number, code: BatchRow['code'], change: Partial<BatchRow> = {}): BatchRow => ({
  row: number,
  email: `a${number}@exempel.se`,
  relationType: 'MEMBER',
  code,
  ...change,
});

const looked = rowsOf({ rows: [row(1, 'WAITING'), row(2, 'INVALID_EMAIL'), row(3, 'DUPLICATE')] });

describe('rows', () => {
  it('are good as they were looked at, and bad until they are looked at again', () => {
    expect(goodOf(looked).map((one) => one.row)).toEqual([1]);
    expect(badOf(looked).map((one) => one.row)).toEqual([2, 3]);
    const mended = withRow(looked, 2, { email: 'ny@exempel.se' });
    expect(badOf(mended).find((one) => one.row === 2)).toMatchObject({
      email: 'ny@exempel.se',
      edited: true,
    });
    expect(badOf(withRow(looked, 1, { email: 'x' }))).toHaveLength(3);
    expect(without(looked, 2).map((one) => one.row)).toEqual([1, 3]);
  });

  it('are sent with what is known of them alone', () => {
    const rows = rowsOf({
      rows: [
        row(1, 'WAITING', { firstName: 'Åsa' }),
        row(2, 'ROLE_UNKNOWN', { relationType: null }),
      ],
    });
    expect(sentAs(rows)).toEqual([
      { email: 'a1@exempel.se', firstName: 'Åsa', relationType: 'MEMBER' },
      { email: 'a2@exempel.se' },
    ]);
  });

  it('that failed are numbered anew and none of them is good', () => {
    const again = failedAs([row(4, 'REFUSED'), row(9, 'UNREACHABLE')]);
    expect(again.map((one) => one.row)).toEqual([1, 2]);
    expect(goodOf(again)).toEqual([]);
  });
});
