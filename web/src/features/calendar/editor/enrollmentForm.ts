/** How people enrol, as a form has it and as the server does. Pure. */
import { daysFrom } from '../days.ts';
import type { CalendarEvent, EventDraft } from '../types.ts';
import { minutesOf, momentAt, shifted, wallOf } from '../zone.ts';

type Settings = NonNullable<EventDraft['enrollment']>;
type Question = NonNullable<Settings['questions']>[number];

export type QuestionForm = {
  id: string;
  text: string;
  kind: Question['kind'];
  /** One a line. */
  options: string;
  required: boolean;
};

export type EnrollmentForm = {
  /** '' for no limit. */
  capacity: string;
  /** '' until it begins. */
  deadlineDate: string;
  deadlineTime: string;
  requiresApproval: boolean;
  waitlistMode: 'NONE' | NonNullable<Settings['waitlistMode']>;
  maxGuests: number;
  questions: QuestionForm[];
};

export const MOST_QUESTIONS = 10;
export const MOST_OPTIONS = 20;

export const blankEnrollment: EnrollmentForm = {
  capacity: '',
  deadlineDate: '',
  deadlineTime: '12:00',
  requiresApproval: false,
  waitlistMode: 'AUTO_CONFIRM',
  maxGuests: 0,
  questions: [],
};

export const blankQuestion = (id: string): QuestionForm => ({
  id,
  text: '',
  kind: 'TEXT',
  options: '',
  required: false,
});

/** How far one of a series lies from the first, by the clock of its place. */
function fromFirst({ start, timeZone }: CalendarEvent, recurrenceId: string | null) {
  if (!recurrenceId) return { days: 0, minutes: 0 };
  const [first, at] = [wallOf(start, timeZone), wallOf(recurrenceId, timeZone)];
  return {
    days: daysFrom(first.date, at.date),
    minutes: minutesOf(at.time) - minutesOf(first.time),
  };
}

/** Of one of a series the deadline lies as long before it as the first one's before that. */
export function enrollmentFormOf(
  event: CalendarEvent,
  recurrenceId: string | null = null,
): EnrollmentForm | null {
  const { enrollment, timeZone } = event;
  if (!enrollment) return null;
  const { days, minutes } = fromFirst(event, recurrenceId);
  const deadline = enrollment.deadline
    ? wallOf(shifted(enrollment.deadline, timeZone, days, minutes), timeZone)
    : null;
  return {
    capacity: enrollment.capacity ? String(enrollment.capacity) : '',
    deadlineDate: deadline?.date ?? '',
    deadlineTime: deadline?.time ?? blankEnrollment.deadlineTime,
    requiresApproval: enrollment.requiresApproval,
    waitlistMode: enrollment.waitlistMode ?? 'NONE',
    maxGuests: enrollment.maxGuests,
    questions: enrollment.questions.map(({ id, text, kind, options = [], required = false }) => ({
      id,
      text,
      kind,
      options: options.join('\n'),
      required,
    })),
  };
}

/** What may be chosen, without empty lines. */
export const optionsOf = ({ kind, options }: QuestionForm): string[] =>
  kind === 'CHOICE'
    ? options
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : [];

/** `days`: so far lies the one that the form is about from the one whose settings are sent. */
export function settingsOf(
  form: EnrollmentForm | null,
  zone: string,
  days = 0,
  minutes = 0,
): Settings | null {
  if (!form) return null;
  const { deadlineDate: date, deadlineTime: time, waitlistMode: mode } = form;
  return {
    capacity: form.capacity ? Number(form.capacity) : null,
    deadline: date ? shifted(momentAt({ date, time }, zone), zone, -days, -minutes) : null,
    requiresApproval: form.requiresApproval,
    waitlistMode: mode === 'NONE' ? null : mode,
    maxGuests: form.maxGuests,
    questions: form.questions.map((one) => ({
      id: one.id,
      text: one.text.trim(),
      kind: one.kind,
      options: optionsOf(one),
      required: one.required,
    })),
  };
}

/** A list with one of it a step up (-1) or down. */
export function stepped<T>(list: readonly T[], at: number, step: -1 | 1): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(Math.max(0, at + step), 0, one);
  return next;
}
