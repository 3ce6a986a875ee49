/** An outing: an event whose guardians are asked to consent. Pure. */
import { isDate, isTime } from '@/area/moments.ts';
import { outingTexts as texts } from '@/texts/organising.ts';
import { blankEnrollment, type QuestionForm } from '../editor/enrollmentForm.ts';
import { type EventForm, newForm } from '../editor/form.ts';
import type { EnrolledPerson } from '../enrollment/api.ts';
import type { Calendar, CalendarEvent, Visibility } from '../types.ts';

/** By the id of this question an event is known as an outing, whatever it is called. */
export const CONSENT = 'utflykt-godkannande';
const PUPIL = 'utflykt-barn';
export const OPTIONAL = ['allergies', 'phone'] as const;
export type OptionalQuestion = (typeof OPTIONAL)[number];

export const isOuting = ({ enrollment }: Pick<CalendarEvent, 'enrollment'>): boolean =>
  enrollment?.questions.some(({ id }) => id === CONSENT) ?? false;

export type OutingForm = {
  title: string;
  calendarUUID: string;
  date: string;
  from: string;
  to: string;
  place: string;
  text: string;
  deadline: string;
  asked: readonly OptionalQuestion[];
};

/** An outing is of a class: a calendar that everybody sees comes last. */
const SEEN: Visibility[] = ['RESTRICTED', 'UNLISTED', 'PRIVATE', 'PUBLIC'];

export const inOrder = (calendars: readonly Calendar[]): Calendar[] =>
  [...calendars].sort((a, b) => SEEN.indexOf(a.visibility) - SEEN.indexOf(b.visibility));

export const blankOuting = (calendarUUID: string): OutingForm => ({
  title: '',
  calendarUUID,
  date: '',
  from: '08:30',
  to: '14:00',
  place: '',
  text: '',
  deadline: '',
  asked: [...OPTIONAL],
});

export function wrongOuting(form: OutingForm, today: string): Record<string, string | undefined> {
  const { title, date, from, to, deadline } = form;
  const isDay = isDate(date);
  return {
    title: title.trim() ? undefined : texts.nameMissing,
    date: !isDay ? texts.wrongDate : date < today ? texts.over : undefined,
    from: isTime(from) ? undefined : texts.wrongTime,
    to: !isTime(to) ? texts.wrongTime : isTime(from) && to <= from ? texts.order : undefined,
    deadline: !isDate(deadline)
      ? texts.wrongDate
      : isDay && deadline > date
        ? texts.late
        : undefined,
  };
}

const question = (
  id: string,
  text: string,
  required: boolean,
  options: string[] = [],
): QuestionForm => ({
  id,
  text,
  kind: options.length > 0 ? 'CHOICE' : 'TEXT',
  options: options.join('\n'),
  required,
});

/** The whole of the day on which one answers at the latest; of the day itself until it begins. */
const deadlineOf = ({ date, from, deadline }: OutingForm) => ({
  deadlineDate: deadline,
  deadlineTime: deadline === date ? from : '23:59',
});

/** As the event's own form has it. */
export function eventFormOf(form: OutingForm, calendar: Calendar, now: Date): EventForm {
  const { title, date, from, to, place, text, asked } = form;
  return {
    ...newForm({ date, title: title.trim(), place: place.trim() }, calendar, now),
    description: text.trim(),
    allDay: false,
    startDate: date,
    startTime: from,
    endDate: date,
    endTime: to,
    enrollment: {
      ...blankEnrollment,
      ...deadlineOf(form),
      waitlistMode: 'NONE',
      questions: [
        question(PUPIL, texts.pupil, true),
        question(CONSENT, texts.consent, true, [texts.yes, texts.no]),
        ...OPTIONAL.filter((one) => asked.includes(one)).map((one) =>
          question(`utflykt-${one}`, texts[one], one === 'phone'),
        ),
      ],
    },
  };
}

export type Reply = 'approved' | 'refused' | 'silent' | 'waiting';

/** What somebody has said; null: they have nothing to do with it any more. */
export function replyOf({
  status,
  answers,
}: Pick<EnrolledPerson, 'status' | 'answers'>): Reply | null {
  switch (status) {
    case 'INVITED':
      return 'silent';
    case 'DECLINED':
    case 'REJECTED':
      return 'refused';
    case 'CONFIRMED':
    case 'ATTENDED':
    case 'NO_SHOW':
      return (answers as Record<string, unknown>)[CONSENT] === texts.no ? 'refused' : 'approved';
    case 'PENDING':
    case 'WAITLISTED':
    case 'OFFERED':
    case 'OFFER_EXPIRED':
      return 'waiting';
    default:
      return null;
  }
}

export type Replied = { person: EnrolledPerson; reply: Reply };
const ORDER: Reply[] = ['approved', 'waiting', 'silent', 'refused'];

/** Who comes first, each by their name. */
export function repliesOf(people: readonly EnrolledPerson[]): Replied[] {
  return people
    .flatMap((person): Replied[] => {
      const reply = replyOf(person);
      return reply ? [{ person, reply }] : [];
    })
    .sort(
      (a, b) =>
        ORDER.indexOf(a.reply) - ORDER.indexOf(b.reply) ||
        a.person.displayName.localeCompare(b.person.displayName, 'sv'),
    );
}

export const countOf = (replies: readonly Replied[], wanted: Reply): number =>
  replies.filter(({ reply }) => reply === wanted).length;
