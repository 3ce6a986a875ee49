/** The day and the time of day by which a line says that a task is due. Pure. */

import { isShown, mondayOf, plusDays, plusMonths } from '@/lib/days.ts';
import { type Days, daysIn, later, numberOf, type Place, word } from '@/lib/swedish/dates.ts';
import { blank, blankNumbers } from '@/lib/swedish/left.ts';
import type { Found } from '@/lib/swedish/repeats.ts';
import { hoursIn } from '@/lib/swedish/times.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** 'Ikväll' without a time. */
const EVENING = 18 * 60;
/** A line that names more days is not read to its end. */
const CANDIDATES = 5;
/** In which a bare number before another word is an hour. */
const DAYTIME = { from: 7, to: 22 };

const find = (inner: string) => new RegExp(word(inner), 'iu');
const placeOf = (match: RegExpExecArray): Place => ({
  at: match.index,
  end: match.index + match[0].length,
});

const COUNT = '(\\d{1,3}(?:[.,]\\d)?|\\p{L}+)';
const IN_TIME = find(
  `(?:om|inom) (?:(en kvart)|(en halvtimme)|(en och en halv timme)|${COUNT} ?(timmar|timme|tim|h|minuter|minut|min))`,
);
const IN_DAYS = find(
  `(?:om|inom) ${COUNT} (dygn|dagar|dag|veckor|vecka|månader|månad|år)(?: från (?:nu|i ?dag))?`,
);
const countOf = (text = '') => numberOf(text.toLowerCase().replace(',', '.'));

/** 'Om en timme': so many milliseconds from now. */
export function timeFromNow(text: string): Found<number> | null {
  const match = IN_TIME.exec(text);
  if (!match) return null;
  const [, quarter, half, oneAndHalf, count, unit = ''] = match;
  const fixed = quarter ? 15 : half ? 30 : oneAndHalf ? 90 : 0;
  const said = countOf(count) * (unit.startsWith('m') ? MINUTE_MS : HOUR_MS);
  const passes = fixed ? fixed * MINUTE_MS : Math.round(said / MINUTE_MS) * MINUTE_MS;
  return passes > 0 ? { ...placeOf(match), said: passes } : null;
}

/** 'Om två veckor', 'om en månad': of a shorter month its last day. */
function daysFromNow(text: string, today: string): Days | null {
  const match = IN_DAYS.exec(text);
  const count = countOf(match?.[1]);
  if (!match || !Number.isInteger(count) || count < 1) return null;
  const unit = match[2]?.toLowerCase() ?? '';
  const day = unit.startsWith('d')
    ? plusDays(today, count)
    : unit.startsWith('v')
      ? plusDays(today, count * 7)
      : plusMonths(today, unit.startsWith('m') ? count : count * 12);
  return isShown(day) ? { ...placeOf(match), first: day, last: day } : null;
}

const THIS_WEEK = find('(?:under |i )?(?:den här veckan|denna vecka)');
function thisWeek(text: string, today: string): Days | null {
  const match = THIS_WEEK.exec(text);
  const monday = mondayOf(today);
  return match && { ...placeOf(match), first: monday, last: plusDays(monday, 6), week: true };
}

/** Before a day that a task is not due on, or not surely. */
const NOT_ON =
  /(?<![\p{L}\p{N}])(?:efter|sedan|inför|utom|förra|fr\.? ?o\.? ?m\.?|från(?: och med)?) *(?:den *)?$/iu;
const FROM = /(?<![\p{L}\p{N}])(?:fr\.? ?o\.? ?m\.?|från(?: och med)?) *(?:den *)?$/iu;
/** Before a day it is open whether that is the last one; before a time it is not. */
const BEFORE = /(?<![\p{L}\p{N}])(?:före|innan) *(?:den *)?$/iu;
/** The day is the last one, whatever other days are named. */
const AT_LATEST = /(?<![\p{L}\p{N}])(?:senast|deadline:?|förfaller) *(?:på *|den *)*$/iu;
/** Of what comes again: until then. */
const UNTIL = /(?<![\p{L}\p{N}])(?:till(?: och med)?|t\.? ?o\.? ?m\.?|senast) *(?:på *|den *)*$/iu;
/** 'Mån-fre', 'v 49-50': a span of which the days alone are not known. */
const IN_SPAN = { before: /[\p{L}\p{N}][-–—]$/u, after: /^[-–—][\p{L}\p{N}]/u };
/** Names of days that people and places have as well. */
const NAMES = /^(?:lucia|valborg)$/iu;

const isNear = (end: number, at: number, text: string) => /^[\s,]*$/u.test(text.slice(end, at));

/** The day that is meant, and the text without the days that are not. */
function dayIn(text: string, today: string, repeats: boolean) {
  let rest = text;
  const meant: Days[] = [];
  for (let n = 0; n < CANDIDATES; n++) {
    const days = thisWeek(rest, today) ?? daysFromNow(rest, today) ?? daysIn(rest, today, true);
    if (!days) break;
    const before = text.slice(0, days.at);
    const hours = hoursIn(blankNumbers(text, days), days.end);
    const timed = hours !== null && hours.at >= days.end && isNear(days.end, hours.at, text);
    const refused =
      (NOT_ON.test(before) && !(repeats && FROM.test(before))) ||
      (BEFORE.test(before) && !timed) ||
      IN_SPAN.before.test(before) ||
      IN_SPAN.after.test(text.slice(days.end)) ||
      NAMES.test(text.slice(days.at, days.end));
    if (!refused) meant.push(days);
    // Of a day that is not meant its time is not either.
    rest = blank(rest, refused && timed ? { at: days.at, end: hours.end } : days);
  }
  const [first = null] = meant.sort((a, b) => a.at - b.at);
  const days = meant.find(({ at }) => AT_LATEST.test(text.slice(0, at))) ?? first;
  return { days, rest };
}

/** What is counted or measured beside a day is no time. */
const MEASURE =
  /^\s*(?:liter|l|dl|cl|ml|g|gram|hg|ton|cm|mm|mil|meter|paket|burk|burkar|flaskor|påsar|askar|ggr|gånger|sidor|kapitel|stycken|biljetter|platser|frågor|dagar|dygn|veckor|timmar|minuter)(?!\p{L})/iu;
const GOES_ON =
  /^\s*(?:$|[^\s\p{L}]|(?:om|med|på|i|hos|till|för|och|vid|av|från|åt|inför)(?!\p{L}))/iu;

/** A bare number may be of something else than the clock. */
function isHour(text: string, { at, end }: Place): boolean {
  const number = /^[\s,]*(\d{1,2})$/.exec(text.slice(at, end))?.[1];
  if (number === undefined) return true;
  const next = text.slice(end);
  if (MEASURE.test(next)) return false;
  const hour = Number(number);
  return GOES_ON.test(next) || (hour >= DAYTIME.from && hour <= DAYTIME.to);
}

const AFTER_TIME = /(?<![\p{L}\p{N}])(?:efter|sedan) *$/iu;
/** 'Fredag kväll': what follows a day. */
const PART_OF_DAY = /^ *(?:på )?(?:(kväll)|morgon|förmiddag|eftermiddag)(?:en)?(?!\p{L})/iu;
/** 'Julafton' is a whole day. */
const IN_EVENING = /(?:kväll|i ?afton)$/iu;

export type Due = {
  days: Days | null;
  /** Until then it comes again. */
  isEnd: boolean;
  /** Minutes since midnight; past midnight of the day after. */
  minute: number | null;
  /** The time follows from 'kväll' alone. */
  guessed: boolean;
  places: Place[];
};

/** `text` without what was read of it already. `repeat`: what it says of that, and where: 'från' and 'till' are of a series then. */
export function dueIn(
  text: string,
  today: string,
  repeat: (Place & { evening: boolean }) | null,
): Due {
  const { days, rest } = dayIn(text, today, repeat !== null);
  const said = days ? text.slice(days.at, days.end) : '';
  const after = days && PART_OF_DAY.exec(text.slice(days.end));
  const dayEnd = days && days.end + (after?.[0].length ?? 0);
  // 'Ikväll' tells a time of the evening as well, so only numbers are taken out.
  const numbered = days ? blankNumbers(restored(rest, text, days), days) : rest;
  const hours = hoursIn(numbered, dayEnd ?? repeat?.end ?? null);
  const counts = hours && isHour(text, hours) && !AFTER_TIME.test(text.slice(0, hours.at));
  const guessed = !counts && (repeat?.evening || Boolean(after?.[1]) || IN_EVENING.test(said));
  const day = days && dayEnd ? [{ at: days.at, end: dayEnd }] : [];
  return {
    days,
    isEnd:
      repeat !== null &&
      days !== null &&
      (UNTIL.test(text.slice(0, days.at)) || /^till /iu.test(said)),
    minute: counts ? (hours.to ?? hours.from) : guessed ? EVENING : null,
    guessed,
    places: counts ? [...day, { at: hours.at, end: hours.end }] : day,
  };
}

/** A day that was taken out, as it stood. */
const restored = (rest: string, text: string, { at, end }: Place) =>
  rest.slice(0, at) + text.slice(at, end) + rest.slice(end);

const WORK_WEEK = 4;

/** The day on which it is due: of several the last, of a week its Friday, or what is left of it after that. */
export function dueDay(days: Days, today: string, isOver: boolean): string {
  const { first, last } = later(days, today, isOver);
  if (!days.week) return last;
  const friday = plusDays(first, WORK_WEEK);
  return friday < today && last >= today ? last : friday;
}
