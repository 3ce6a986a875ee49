/** Sums in öre, as one reads and writes them in Swedish. Pure. */

const ORE = 100;
const THOUSANDS = /\B(?=(\d{3})+$)/g;
/** Never breaks within a sum. */
const SPACE = '\u00a0';

const signed = (ore: number, text: string) => `${ore < 0 ? '−' : ''}${text}${SPACE}kr`;

/** 123450 as '1 234,50 kr'. */
export function kronor(ore: number): string {
  const sum = Math.abs(Math.round(ore));
  const whole = String(Math.floor(sum / ORE)).replace(THOUSANDS, SPACE);
  const rest = String(sum % ORE).padStart(2, '0');
  return signed(ore, `${whole},${rest}`);
}

/** 123400 as '1 234 kr', 8050 as '80,50 kr': within a sentence. */
export const shortKronor = (ore: number): string => kronor(ore).replace(/,00(?=\u00a0kr$)/, '');

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
