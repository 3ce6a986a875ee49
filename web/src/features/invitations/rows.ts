/** The rows of a list while it is mended. Pure. */
import type { BatchRow, NewRow, Preview } from './types.ts';

export type Row = BatchRow & {
  /** It is not as it was looked at. */
  edited: boolean;
};

export const isBad = ({ code, edited }: Row): boolean => code !== 'WAITING' || edited;
export const goodOf = (rows: readonly Row[]): Row[] => rows.filter((row) => !isBad(row));
export const badOf = (rows: readonly Row[]): Row[] => rows.filter(isBad);

export const rowsOf = ({ rows }: Pick<Preview, 'rows'>): Row[] =>
  rows.map((row) => ({ ...row, edited: false }));

/** Rows that failed, to be mended: none of them is as it was looked at. */
export const failedAs = (rows: readonly BatchRow[]): Row[] =>
  rows.map((row, at) => ({ ...row, row: at + 1, edited: true }));

export const withRow = (
  rows: readonly Row[],
  number: number,
  change: Partial<Pick<Row, 'email' | 'relationType'>>,
): Row[] => rows.map((row) => (row.row === number ? { ...row, ...change, edited: true } : row));

export const without = (rows: readonly Row[], number: number): Row[] =>
  rows.filter(({ row }) => row !== number);

/** Rows as they are sent; what is not known is left out. */
export const sentAs = (rows: readonly Row[]): NewRow[] =>
  rows.map(({ email, firstName, lastName, relationType }) => ({
    email,
    ...(firstName ? { firstName } : null),
    ...(lastName ? { lastName } : null),
    ...(relationType ? { relationType } : null),
  }));
