/** Talks between school and home as something to book: how they are made of a form, and how a day of them stands. Pure. */
import { isDate } from '@/area/moments.ts';
import { weekdayOf } from '@/lib/days.ts';
import { minutesOf as minutesAt } from '@/lib/zone.ts';
import { resourceFormTexts } from '@/texts/bookingsManage.ts';
import { talksTexts as texts } from '@/texts/bookingsStarts.ts';
import { clockIn, newKey, tidy, type Wrong, wrongClock } from '../fields.ts';
import { usualSettings } from '../form.ts';
import { HIDDEN } from '../status.ts';
import { dateIn, ms, wallHere } from '../times.ts';
import type { Bookable, BookableAvailability, BookableDraft, Booking, Slot } from '../types.ts';

/** By the id of its first question talks are known among all that can be booked, whatever they are called. */
export const PUPIL = 'samtal-elev';
const WISHES = 'samtal-onskemal';
const HOUR = 60;
const GONE = [2, 4];

export const isTalk = ({ questions }: Pick<Bookable, 'questions'>): boolean =>
  questions.some(({ id }) => id === PUPIL);

export type TalkDay = { key: string; date: string; start: string; end: string };
export type TalksForm = {
  who: string;
  place: string;
  days: TalkDay[];
  length: string;
  pause: string;
  whoMayBook: string[];
  noticeHours: string;
  onlyOne: boolean;
};

export const LENGTHS = ['10', '15', '20', '25', '30', '40', '45', '60'];
export const PAUSES = ['0', '5', '10', '15'];
export const NOTICES = ['0', '12', '24', '48'];
export const MOST_DAYS = 20;

export const blankDay = (date = ''): TalkDay => ({
  key: newKey(),
  date,
  start: '15:00',
  end: '18:00',
});
export const blankTalks = (): TalksForm => ({
  who: '',
  place: '',
  days: [blankDay()],
  length: '20',
  pause: '5',
  whoMayBook: ['MEMBER'],
  noticeHours: '24',
  onlyOne: true,
});

/** The beginnings that a day has room for. */
export function startsIn({ start, end }: TalkDay, length: number, pause: number): number {
  const [from, to] = [clockIn(start), clockIn(end)];
  if (!from || !to) return 0;
  const room = minutesAt(to) - minutesAt(from);
  return room < length ? 0 : Math.floor((room - length) / (length + pause)) + 1;
}

export const countOf = ({ days, length, pause }: TalksForm): number =>
  days.reduce((sum, day) => sum + startsIn(day, Number(length), Number(pause)), 0);

/** What the form itself can tell. */
export function wrongTalks(form: TalksForm, today: string): Wrong {
  const days = form.days.map((day, n) => {
    const at = `days[${n}]`;
    const clock = wrongClock(at, day.start, day.end);
    const short = startsIn(day, Number(form.length), Number(form.pause)) === 0;
    return {
      [`${at}.date`]: !isDate(day.date)
        ? resourceFormTexts.date
        : day.date < today
          ? texts.over
          : undefined,
      ...clock,
      ...(short && !Object.values(clock).some(Boolean) && { [`${at}.end`]: texts.short }),
    };
  });
  return {
    who: tidy(form.who) ? undefined : texts.missingWho,
    ...Object.assign({}, ...days),
    whoMayBook: form.whoMayBook.length > 0 ? undefined : texts.missingBookers,
  };
}

/** Hidden until its times are set: before that the organisation's hours would be its times. */
export function draftOf(form: TalksForm, idEntity: number): BookableDraft & { idEntity: number } {
  const [length, pause] = [Number(form.length), Number(form.pause)];
  return {
    ...usualSettings,
    idEntity,
    name: texts.nameOf(tidy(form.who)),
    kind: 'PERSON',
    place: tidy(form.place),
    status: HIDDEN,
    slotMode: 'STEP',
    slotStep: length + pause,
    minLength: length,
    maxLength: length,
    minNotice: Number(form.noticeHours) * HOUR,
    whoMayBook: [...form.whoMayBook],
    quotas: form.onlyOne
      ? [{ holder: 'PERSON', scope: 'BOOKABLE', unit: 'RESERVATIONS', per: 'YEAR', limit: 1 }]
      : [],
    questions: [
      { id: PUPIL, text: texts.pupil, kind: 'TEXT', options: [], required: true },
      { id: WISHES, text: texts.wishes, kind: 'TEXT', options: [], required: false },
    ],
  };
}

/** Its days alone: a period without weekdays keeps the organisation's hours from all others. */
export const hoursOf = (days: readonly TalkDay[], version: number): BookableAvailability => ({
  version,
  periods: [
    { id: 0, weekdays: [], start: '00:00', end: '24:00' },
    ...days.map(({ date, start, end }) => ({
      id: 0,
      weekdays: [weekdayOf(date)],
      start: clockIn(start) ?? start,
      end: clockIn(end) ?? end,
      from: date,
      to: date,
    })),
  ],
  closures: [],
  closedOnRedDays: false,
  closedOnSchoolBreaks: false,
});

/** The days on which talks are, of hours that were made so. */
export const daysOf = ({ periods }: BookableAvailability): string[] =>
  [
    ...new Set(
      periods.flatMap(({ from, to, weekdays }) =>
        from && from === to && weekdays.length > 0 ? [from] : [],
      ),
    ),
  ].sort();

export type TalkRow = { start: string; end: string; booking: Booking | null };

const overlaps = (a: { start: string; end: string }, b: { start: string; end: string }) =>
  ms(a.start) < ms(b.end) && ms(b.start) < ms(a.end);

/** A day's times in order: what is booked, and what is free between. */
export function rowsOf(
  date: string,
  bookings: readonly Booking[],
  slots: readonly Slot[],
): TalkRow[] {
  const booked = bookings.filter(
    ({ start, flStatus }) => dateIn(start) === date && !GONE.includes(flStatus),
  );
  const free = slots.filter(
    (slot) =>
      slot.free && dateIn(slot.start) === date && !booked.some((one) => overlaps(one, slot)),
  );
  return [
    ...booked.map((booking) => ({ start: booking.start, end: booking.end, booking })),
    ...free.map(({ start, end }) => ({ start, end, booking: null })),
  ].sort((a, b) => ms(a.start) - ms(b.start));
}

/** Those of an organisation who may book and have not, by what they are to it. */
export function notBooked<One extends { userId: number; txRelationType: string }>(
  people: readonly One[],
  whoMayBook: readonly string[],
  bookings: readonly Booking[],
): One[] {
  const has = new Set(
    bookings.filter(({ flStatus }) => !GONE.includes(flStatus)).map(({ idUser }) => idUser),
  );
  return people.filter(
    ({ userId, txRelationType }) => whoMayBook.includes(txRelationType) && !has.has(userId),
  );
}

/** The free times that are left, and the day of the first. */
export function leftOf(slots: readonly Slot[]): { count: number; first: string | null } {
  const free = slots.filter((slot) => slot.free);
  return { count: free.length, first: free[0] ? wallHere(free[0].start).date : null };
}
