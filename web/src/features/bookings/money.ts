/** Sums in öre, as one reads and writes them in Swedish. Pure. */
import { bookingTexts as texts } from '@/texts/bookings.ts';
import type { BookingTerms } from './types.ts';

const ORE = 100;
const THOUSANDS = /\B(?=(\d{3})+$)/g;
/** Never breaks within a sum. */
const SPACE = '\u00a0';

/** 123450 as '1 234,50 kr'. */
export function kronor(ore: number): string {
  const sum = Math.abs(Math.round(ore));
  const whole = String(Math.floor(sum / ORE)).replace(THOUSANDS, SPACE);
  const rest = String(sum % ORE).padStart(2, '0');
  return `${ore < 0 ? '−' : ''}${whole},${rest}${SPACE}kr`;
}

/** What something costs; nothing is said in a word. */
export const priceWords = (ore: number): string => (ore === 0 ? texts.free : kronor(ore));

/** '1 234,50', '1234.5' or '80 kr' as öre; null: no sum. */
export function oreOf(text: string): number | null {
  const tidy = text.replace(/kr\.?$/i, '').replace(/[\s\u00a0]/g, '');
  const found = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(tidy);
  if (!found) return null;
  return Number(found[1]) * ORE + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Öre as they are written in a field: '80', '80,50'. */
export function fieldOf(ore: number): string {
  const rest = ore % ORE;
  return `${Math.floor(ore / ORE)}${rest ? `,${String(rest).padStart(2, '0')}` : ''}`;
}

/** What cancelling now would cost, as the server counts it: rounded half up to öre. */
export function cancelFee(price: number, { freeUntil, share }: BookingTerms, now: number): number {
  if (freeUntil !== undefined && now <= Date.parse(freeUntil)) return 0;
  return Math.floor((price * share + 50) / 100);
}
