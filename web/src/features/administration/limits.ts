/** Limits and counts in words. Pure. */

import { capped } from '@/components/CountBadge.tsx';
import { sizeOf } from '@/lib/sizes.ts';
import { adminLimitsTexts as texts } from '@/texts/administration.ts';

/** '10/s,30', as it is set: ten a second, thirty at once; '30/h': thirty, at once too. What is written otherwise stands as it came. */
export function rateWords(rate: string): { rate: string; burst: string } {
  const [, count = '', unit = '', burst] = /^(\d+)\/([a-z]+)(?:,(\d+))?$/.exec(rate) ?? [];
  const words = texts.units[unit];
  if (!words) return { rate, burst: '–' };
  return {
    rate: texts.per(Number(count), words),
    burst: Number(burst ?? count).toLocaleString('sv-SE'),
  };
}

export const quotaWords = (name: string, value: number): string =>
  name.startsWith('bytes') ? sizeOf(value) : value.toLocaleString('sv-SE');

/** What waits; the server counts addresses no further. */
const MOST = 99;
export const counted = (n: number): string => capped(n, MOST);
