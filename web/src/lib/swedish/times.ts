/** The times of day that a Swedish text speaks of, by rule. Pure. */

/** Minutes since midnight; `to` past midnight is of the day after. */
export type Hours = { at: number; end: number; from: number; to: number | null };

const HOUR = 60;
const DAY = 24 * HOUR;
const NOON = 12 * HOUR;

const CLOCK = '(?:kl(?:ockan)?\\.?\\s*)';
const TIME = '(\\d{1,2})(?:[.:](\\d{2}))?';
const TO = '\\s*(?:–|—|-|till|och)\\s*(?:kl\\.?\\s*)?';
const before = '(?<![\\p{L}\\p{N}.:/+-])';
/** No number that goes on, and nothing that is counted, paid or weighed. */
const after =
  '(?![\\p{L}\\p{N}/%]|[.,:]\\d|\\s*(?:kr|kronor|st|kg|km|m|personer|pers|år|procent|barn|vuxna)(?!\\p{L}))';
const pattern = (inner: string) => new RegExp(`${before}${inner}${after}`, 'giu');

/** With a sign that a time is meant; the first that reads holds. */
const SAID = [
  pattern(`(?:från\\s+|mellan\\s+)?${CLOCK}(?:mellan\\s+|från\\s+)?${TIME}${TO}${TIME}`),
  pattern(`(?:från|mellan)\\s+${TIME}${TO}${TIME}`),
  pattern(`${CLOCK}${TIME}`),
];
const DIGITS = pattern(`${CLOCK}(\\d{2})(\\d{2})`);
const HALF = pattern(
  `${CLOCK}?halv\\s+(\\d{1,2}|ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv)`,
);
const NAMES = 'ett två tre fyra fem sex sju åtta nio tio elva tolv'.split(' ');
/** By their form alone. */
const WRITTEN = [
  pattern(`(\\d{1,2})[.:](\\d{2})${TO}(\\d{1,2})(?:[.:](\\d{2}))?`),
  pattern('(\\d{1,2}):(\\d{2})'),
  pattern('(\\d{2})\\.(\\d{2})'),
];
/** Beside a day a number is an hour. */
const BESIDE = [
  new RegExp(`^[,\\s]*(?:vid\\s+)?${TIME}${TO}${TIME}${after}`, 'iu'),
  new RegExp(`^[,\\s]*(?:vid\\s+)?${TIME}${after}`, 'iu'),
];
/** In a line that is to be an event two numbers are from when to when. */
const BARE = pattern(`${TIME}\\s*(?:–|—|-|till)\\s*${TIME}`);
const LATE = /(?<!\p{L})(?:i ?kväll|kväll(?:en)?|i ?afton|eftermiddag(?:en)?|em|e\.m\.)(?!\p{L})/iu;

function minutes(hour: string | undefined, minute: string | undefined): number | null {
  const [h, m] = [Number(hour ?? Number.NaN), Number(minute ?? 0)];
  return h <= 23 && m <= 59 ? h * HOUR + m : h === 24 && m === 0 ? DAY : null;
}

/** Seven in the evening is nineteen. */
const atNight = (at: number, late: boolean) => (late && at < NOON ? at + NOON : at);

function read(match: RegExpMatchArray, offset: number, late: boolean): Hours | null {
  const [all, hour, minute, hourTo, minuteTo] = match;
  const began = minutes(hour, minute);
  if (began === null || began === DAY) return null;
  const from = atNight(began, late);
  const at = offset + (match.index ?? 0);
  const place = { at, end: at + all.length };
  if (hourTo === undefined) return { ...place, from, to: null };
  const ends = minutes(hourTo, minuteTo);
  if (ends === null) return null;
  const to = atNight(ends, late);
  return { ...place, from, to: to > from ? to : to + DAY };
}

const firstOf = (patterns: readonly RegExp[], text: string, late: boolean): Hours | null => {
  const found = patterns.flatMap((one) =>
    [...text.matchAll(one)].flatMap((match) => read(match, 0, late) ?? []),
  );
  found.sort((a, b) => a.at - b.at || b.end - a.end);
  return found[0] ?? null;
};

function half(text: string, late: boolean): Hours | null {
  for (const match of text.matchAll(HALF)) {
    const word = match[1]?.toLowerCase() ?? '';
    const hour = NAMES.indexOf(word) + 1 || Number(word);
    if (hour < 1 || hour > 24) continue;
    const from = atNight((hour - 1) * HOUR + HOUR / 2, late);
    return { at: match.index, end: match.index + match[0].length, from, to: null };
  }
  return null;
}

/** The time that a text speaks of; `text` without what was read as days, `beside`: where they ended; `line`: it is to be an event. */
export function hoursIn(text: string, beside: number | null, line = false): Hours | null {
  const late = LATE.test(text);
  const said = firstOf(SAID, text, late) ?? firstOf([DIGITS], text, late);
  if (said) return said;
  const near = beside === null ? '' : text.slice(beside);
  for (const one of BESIDE) {
    const match = one.exec(near);
    const hours = match && read(match, beside ?? 0, late);
    if (hours) return hours;
  }
  return half(text, late) ?? firstOf(line ? [...WRITTEN, BARE] : WRITTEN, text, late);
}
