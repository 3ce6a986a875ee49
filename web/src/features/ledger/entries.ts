/** Entries of a ledger: how they stand, what they add up to, which days are asked for. Pure. */
import { daysFrom, isShown } from '@/lib/days.ts';
import { ledgerTexts as texts } from '@/texts/ledger.ts';
import type { Days } from './paths.ts';
import type { Entry, EntryEvent, EntryLine } from './types.ts';

export { todayHere } from '@/lib/zone.ts';

export const OPEN = 1;
export const CANCELLED = 2;
export const PAID = 3;
export const REFUNDED = 4;

/** What the server answers for at once. */
const MOST_DAYS = 400;
/** Kept by law, with the year itself. */
const YEARS = 8;

type Standing = Pick<Entry, 'flStatus' | 'amount' | 'dueDate'>;

/** To be paid by whoever it bills; a refund is paid to them. */
export const isOwed = ({ flStatus, amount }: Pick<Entry, 'flStatus' | 'amount'>): boolean =>
  flStatus === OPEN && amount > 0;

export const isOverdue = (entry: Standing, today: string): boolean =>
  isOwed(entry) && entry.dueDate < today;

export type Tone = 'open' | 'overdue' | 'done' | 'off';

export function toneOf(entry: Standing, today: string): Tone {
  if (isOverdue(entry, today)) return 'overdue';
  if (entry.flStatus === OPEN) return 'open';
  return entry.flStatus === PAID ? 'done' : 'off';
}

/** Whoever pays, and behind an organisation the person who ordered. */
export const payerOf = ({ customerName, customerEntityName }: Entry): string =>
  customerEntityName ?? customerName;

/** What can still be refunded of it. */
export const leftOf = ({ amount, refunded }: Pick<Entry, 'amount' | 'refunded'>): number =>
  amount - refunded;

/** The VAT of each rate, the highest first; nothing where there is none. */
export function vatByRate(lines: readonly EntryLine[]): { rate: number; vat: number }[] {
  const sums = new Map<number, number>();
  for (const { vatRate, vat } of lines) sums.set(vatRate, (sums.get(vatRate) ?? 0) + vat);
  return [...sums]
    .filter(([rate]) => rate !== 0)
    .map(([rate, vat]) => ({ rate, vat }))
    .sort((a, b) => b.rate - a.rate);
}

/** 'Betalt med Swish (A1)', 'Makulerat: Avbokad'. */
export function eventWords({ kind, method, reference, reason }: EntryEvent, isRefund: boolean) {
  const what = kind === 'PAID' && isRefund ? texts.events.paidOut : texts.events[kind];
  const how = method && kind === 'PAID' ? ` ${texts.by[method]}` : '';
  const mark = reference ? ` (${reference})` : '';
  return `${what}${how}${mark}${reason ? `: ${reason}` : ''}`;
}

/** As it stands in the address: which entries are wanted. */
export type Wanted = { status: number | undefined; from: string; to: string };

export function wantedIn(params: URLSearchParams): Wanted {
  const status = Number(params.get('status') ?? '');
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return isShown(text) ? text : '';
  };
  return {
    status: [OPEN, CANCELLED, PAID, REFUNDED].includes(status) ? status : undefined,
    from: day('from'),
    to: day('to'),
  };
}

/** What is wrong with the days that are asked for. */
export function wrongDays({ from, to }: Days): string | undefined {
  if (!from || !to) return undefined;
  if (to < from) return texts.filter.order;
  return daysFrom(from, to) >= MOST_DAYS ? texts.filter.tooLong : undefined;
}

const two = (n: number) => String(n).padStart(2, '0');

/** A month, 1 to 12, or with 0 the whole year. */
export function periodOf(year: number, month: number): Days {
  const [first, last] = month === 0 ? [1, 12] : [month, month];
  // The day before the first of the next month.
  const end = new Date(Date.UTC(year, last, 0)).getUTCDate();
  return { from: `${year}-${two(first)}-01`, to: `${year}-${two(last)}-${two(end)}` };
}

export const yearsUntil = (today: string): number[] =>
  Array.from({ length: YEARS }, (_, n) => Number(today.slice(0, 4)) - n);
