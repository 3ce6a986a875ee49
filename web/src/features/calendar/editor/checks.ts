/** What a form can tell by itself. Pure. */
import { isDate, isTime } from '@/area/moments.ts';
import { editorTexts as texts } from '@/texts/calendar.ts';
import { enrollmentFieldTexts as fieldTexts } from '@/texts/enrollment.ts';
import { MOST_OPTIONS, optionsOf } from './enrollmentForm.ts';
import type { EventForm } from './form.ts';

export type Errors = Record<string, string | undefined>;

const LINK = /^https?:\/\/\S/;

/** By field; `typed` is what stands in the fields of dates. */
export function checked(
  form: EventForm,
  typed: { startDate: string; endDate: string; deadline?: string },
): Errors {
  const errors: Errors = {};
  if (!form.title.trim()) errors.title = texts.titleMissing;
  if (!form.calendarUUID) errors.calendarUUID = texts.noCalendar;
  for (const name of ['startDate', 'endDate'] as const) {
    if (!isDate(typed[name])) errors[name] = texts.wrongDate;
  }
  if (!form.allDay) {
    for (const name of ['startTime', 'endTime'] as const) {
      if (!isTime(form[name])) errors[name] = texts.wrongTime;
    }
  }
  if (Object.keys(errors).length === 0 && momentOf(form, 'end') < momentOf(form, 'start')) {
    errors.endDate = texts.endBefore;
  }
  Object.assign(errors, enrollmentErrors(form.enrollment, typed.deadline ?? ''));
  const place = form.placeAddress.trim() || form.placeLink.trim();
  if (place && !form.placeName.trim()) errors.placeName = texts.placeNameMissing;
  if (form.placeLink.trim() && !LINK.test(form.placeLink.trim()))
    errors.placeLink = texts.wrongLink;
  for (const [n, { url }] of form.links.entries()) {
    if (url.trim() && !LINK.test(url.trim())) errors[`links[${n}].url`] = texts.wrongLink;
  }
  return errors;
}

function enrollmentErrors(form: EventForm['enrollment'], deadline: string): Errors {
  if (!form) return {};
  const errors: Errors = {};
  if (form.capacity && !Number(form.capacity)) {
    errors['enrollment.capacity'] = fieldTexts.noCapacity;
  }
  if (deadline && !isDate(deadline)) errors['enrollment.deadline'] = texts.wrongDate;
  if (deadline && !isTime(form.deadlineTime)) {
    errors['enrollment.deadlineTime'] = texts.wrongTime;
  }
  for (const [n, question] of form.questions.entries()) {
    const at = `enrollment.questions[${n}]`;
    const options = optionsOf(question);
    if (!question.text.trim()) errors[`${at}.text`] = fieldTexts.textMissing;
    if (question.kind === 'CHOICE' && new Set(options).size < Math.max(2, options.length)) {
      errors[`${at}.options`] = fieldTexts.fewOptions;
    } else if (options.length > MOST_OPTIONS) {
      errors[`${at}.options`] = fieldTexts.manyOptions(MOST_OPTIONS);
    }
  }
  return errors;
}

const momentOf = (form: EventForm, which: 'start' | 'end') =>
  form.allDay ? form[`${which}Date`] : `${form[`${which}Date`]}T${form[`${which}Time`]}`;
