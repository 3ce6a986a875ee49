/** What a booking costs, in words. Pure. */
import { kronor } from '@/lib/money.ts';
import { bookingTexts as texts } from '@/texts/bookings.ts';
import type { BookingTerms } from './types.ts';

export { fieldOf, kronor, oreOf, shortKronor } from '@/lib/money.ts';

/** What something costs; nothing is said in a word. */
export const priceWords = (ore: number): string => (ore === 0 ? texts.free : kronor(ore));

/** What cancelling now would cost, as the server counts it: rounded half up to öre. */
export function cancelFee(price: number, { freeUntil, share }: BookingTerms, now: number): number {
  if (freeUntil !== undefined && now <= Date.parse(freeUntil)) return 0;
  return Math.floor((price * share + 50) / 100);
}
