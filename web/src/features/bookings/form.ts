/** A bookable in a form, and back again: what the form has no fields for is kept as it is. Pure. */
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import {
  bounded,
  clockIn,
  DAY,
  HOUR,
  newKey,
  numberIn,
  tidy,
  type Wrong,
  wrongClock,
} from './fields.ts';
import { type QuotaForm, quotaForm, quotaOf, wrongQuotas } from './limits.ts';
import { type GuideLink, guideOf, linkOf } from './places.ts';
import { type ClassForm, classForm, classOf, wrongClasses } from './prices.ts';
import { type TermsForm, termsForm, termsOf, wrongTerms } from './terms.ts';
import type {
  Bookable,
  BookableDraft,
  BookableKind,
  BookableSettings,
  Question,
  Space,
} from './types.ts';

export const PUBLIC = 'PUBLIC';
/** Where a bookable is: a space of its own, a new one that is divided, or the id of one that there is. */
export const OWN = '';
export const DIVIDED = 'new';

export type PeriodForm = { key: string; name: string; start: string; end: string };
export type QuestionForm = Omit<Question, 'options'> & { options: string };

export type ResourceForm = TermsForm & {
  name: string;
  kind: BookableKind;
  place: string;
  /** The place of the guide that was chosen, while its words stand as they were put there. */
  guide: GuideLink | null;
  description: string;
  status: string;
  space: string;
  unitCount: string;
  units: number[];
  slotMode: BookableSettings['slotMode'];
  slotStep: string;
  periods: PeriodForm[];
  minLength: string;
  maxLength: string;
  bufferTime: string;
  noticeHours: string;
  horizonDays: string;
  allowMultiday: boolean;
  requiresApproval: boolean;
  whoMayBook: string[];
  maxParticipants: string;
  maxConcurrent: string;
  guests: boolean;
  quotas: QuotaForm[];
  enableCheckIn: boolean;
  autoReleaseMinutes: string;
  priceClasses: ClassForm[];
  questions: QuestionForm[];
};

/** Half-hours of a day, one booking at a time, for an organisation's members. */
export const usualSettings: BookableSettings = {
  slotMode: 'STEP',
  slotStep: 30,
  periods: [],
  minLength: 0,
  maxLength: 0,
  bufferTime: 0,
  minNotice: 0,
  maxNotice: 0,
  requiresApproval: false,
  allowMultiday: false,
  maxParticipants: 0,
  maxConcurrent: 1,
  enableCheckIn: false,
  autoReleaseMinutes: 0,
  whoMayBook: ['MEMBER'],
  guests: false,
  quotas: [],
  priceClasses: [],
  questions: [],
};

export const blankPeriod = (): PeriodForm => ({ key: newKey(), name: '', start: '', end: '' });
export const blankQuestion = (): QuestionForm => ({
  id: crypto.randomUUID().slice(0, 8),
  text: '',
  kind: 'TEXT',
  options: '',
  required: false,
});

/** Minutes in a larger unit: '1', '0,5'. */
const parted = (minutes: number, unit: number) =>
  String(Math.round((minutes / unit) * 100) / 100).replace('.', ',');

export function formOf(old: Bookable | null, spaces: readonly Space[]): ResourceForm {
  const settings = old ?? usualSettings;
  const space = spaces.find(({ idSpace }) => idSpace === old?.idSpace);
  return {
    name: old?.name ?? '',
    kind: old?.kind ?? 'ROOM',
    place: old?.place ?? '',
    guide: guideOf(old),
    description: old?.description ?? '',
    status: String(old?.status ?? 1),
    space: space && space.unitCount > 1 ? String(space.idSpace) : OWN,
    unitCount: '3',
    units: [...(old?.units ?? [])],
    slotMode: settings.slotMode,
    slotStep: String(settings.slotStep),
    periods: settings.periods.map((one) => ({ key: newKey(), ...one })),
    minLength: String(settings.minLength),
    maxLength: String(settings.maxLength),
    bufferTime: String(settings.bufferTime),
    noticeHours: parted(settings.minNotice, HOUR),
    horizonDays: parted(settings.maxNotice, DAY),
    allowMultiday: settings.allowMultiday,
    requiresApproval: settings.requiresApproval,
    whoMayBook: [...settings.whoMayBook],
    maxParticipants: String(settings.maxParticipants),
    enableCheckIn: settings.enableCheckIn,
    autoReleaseMinutes: String(settings.autoReleaseMinutes),
    maxConcurrent: String(settings.maxConcurrent),
    guests: settings.guests,
    quotas: settings.quotas.map(quotaForm),
    priceClasses: settings.priceClasses.map(classForm),
    ...termsForm(settings.cancellation),
    questions: settings.questions.map((one) => ({ ...one, options: one.options.join('\n') })),
  };
}

const optionsIn = (text: string) => text.split('\n').map(tidy).filter(Boolean);

/** Each numeric field with its bounds; whole numbers unless it says otherwise. */
const BOUNDS: [field: keyof ResourceForm, least: number, most: number, parts?: true][] = [
  ['slotStep', 5, DAY],
  ['minLength', 0, 31 * DAY],
  ['maxLength', 0, 31 * DAY],
  ['bufferTime', 0, DAY],
  ['noticeHours', 0, 3 * 365 * 24, true],
  ['horizonDays', 0, 3 * 365, true],
  ['maxParticipants', 0, 100_000],
  ['maxConcurrent', 1, 1_000],
  ['autoReleaseMinutes', 0, DAY],
];
/** Where the form calls something else than the server. */
const SERVER: Partial<Record<keyof ResourceForm, string>> = {
  noticeHours: 'minNotice',
  horizonDays: 'maxNotice',
};
export const serverName = (field: keyof ResourceForm): string => SERVER[field] ?? field;

function wrongPeriods({ slotMode, periods }: ResourceForm): Wrong {
  if (slotMode !== 'PERIODS') return {};
  const wrong = periods.map(({ name, start, end }, n) => ({
    [`periods[${n}].name`]: tidy(name) ? undefined : texts.missingName,
    ...wrongClock(`periods[${n}]`, start, end),
  }));
  return Object.assign({}, ...wrong);
}

/** What the form itself can tell, by the server's names of fields. */
export function wrongIn(form: ResourceForm): Wrong {
  const isPart = form.space !== OWN && form.space !== DIVIDED;
  const questions = form.questions.flatMap((one, n): [string, string | undefined][] => [
    [`questions[${n}].text`, tidy(one.text) ? undefined : texts.missing],
    [
      `questions[${n}].options`,
      one.kind === 'CHOICE' && optionsIn(one.options).length < 2 ? texts.optionsHint : undefined,
    ],
  ]);
  return {
    name: tidy(form.name) ? undefined : texts.missingName,
    unitCount: form.space === DIVIDED ? bounded(form.unitCount, 2, 63) : undefined,
    units: isPart && form.units.length === 0 ? texts.missingParts : undefined,
    ...Object.fromEntries(
      BOUNDS.map(([field, least, most, parts]) => [
        serverName(field),
        bounded(String(form[field]), least, most, parts),
      ]),
    ),
    ...wrongPeriods(form),
    ...wrongQuotas(form.quotas),
    ...wrongClasses(form.priceClasses),
    ...(form.priceClasses.length > 0 && wrongTerms(form)),
    ...Object.fromEntries(questions),
  };
}

const minutesIn = (text: string, unit = 1) => Math.round((numberIn(text) ?? 0) * unit);
/** Of what has no whole number of its unit the field shows a rounded one: untouched it is what it was. */
const minutesOr = (text: string, unit: number, old: number) =>
  text === parted(old, unit) ? old : minutesIn(text, unit);

function spaceOf(form: ResourceForm, old: Bookable | null) {
  if (form.space === DIVIDED) return { unitCount: minutesIn(form.unitCount), units: [] };
  if (form.space !== OWN) {
    return {
      idSpace: Number(form.space),
      unitCount: 1,
      units: [...form.units].sort((a, b) => a - b),
    };
  }
  // One of its own stays that one.
  return old
    ? { idSpace: old.idSpace, unitCount: 1, units: old.units }
    : { unitCount: 1, units: [] };
}

function settingsOf(form: ResourceForm, old: BookableSettings): BookableSettings {
  const terms = termsOf(form, old.cancellation);
  return {
    slotMode: form.slotMode,
    slotStep: minutesIn(form.slotStep),
    ...(old.slotOffset !== undefined && { slotOffset: old.slotOffset }),
    periods: form.periods.map(({ name, start, end }) => ({
      name: tidy(name),
      start: clockIn(start) ?? start,
      end: clockIn(end) ?? end,
    })),
    minLength: minutesIn(form.minLength),
    maxLength: minutesIn(form.maxLength),
    bufferTime: minutesIn(form.bufferTime),
    minNotice: minutesOr(form.noticeHours, HOUR, old.minNotice),
    maxNotice: minutesOr(form.horizonDays, DAY, old.maxNotice),
    requiresApproval: form.requiresApproval,
    allowMultiday: form.allowMultiday,
    maxParticipants: minutesIn(form.maxParticipants),
    maxConcurrent: minutesIn(form.maxConcurrent),
    enableCheckIn: form.enableCheckIn,
    autoReleaseMinutes: minutesIn(form.autoReleaseMinutes),
    whoMayBook: form.whoMayBook,
    guests: form.guests,
    quotas: form.quotas.map(quotaOf),
    priceClasses: form.priceClasses.map(classOf),
    ...(terms && { cancellation: terms }),
    questions: form.questions.map((one) => ({
      ...one,
      text: tidy(one.text),
      options: one.kind === 'CHOICE' ? optionsIn(one.options) : [],
    })),
  };
}

export function draftOf(form: ResourceForm, idEntity: number, old: Bookable | null): BookableDraft {
  return {
    idEntity,
    name: tidy(form.name),
    kind: form.kind,
    ...spaceOf(form, old),
    description: form.description.trim(),
    place: tidy(form.place),
    ...linkOf(form.place, form.guide),
    status: Number(form.status),
    ...(old && { version: old.version }),
    ...settingsOf(form, old ?? usualSettings),
  };
}
