/** A bookable in a form, and back again: what the form has no fields for is kept as it is. Pure. */
import type { RelationType } from '@/api/types.ts';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { fieldOf, oreOf } from './money.ts';
import type {
  Bookable,
  BookableDraft,
  BookableKind,
  BookableSettings,
  Cancellation,
  PriceClass,
  Question,
  Space,
} from './types.ts';

export const PUBLIC = 'PUBLIC';
/** Where a bookable is: a space of its own, a new one that is divided, or the id of one that there is. */
export const OWN = '';
export const DIVIDED = 'new';

export type PeriodForm = { key: string; name: string; start: string; end: string };
export type ClassForm = {
  key: string;
  name: string;
  perHour: string;
  vatRate: string;
  relationTypes: RelationType[];
  /** As it was read. */
  old: PriceClass | null;
};
export type QuestionForm = Omit<Question, 'options'> & { options: string };
export type FreeMode = 'always' | 'hours' | 'days' | 'workingDays' | 'never';

export type ResourceForm = {
  name: string;
  kind: BookableKind;
  place: string;
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
  enableCheckIn: boolean;
  autoReleaseMinutes: string;
  priceClasses: ClassForm[];
  free: FreeMode;
  freeCount: string;
  share: string;
  noShow: string;
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

let made = 0;
const newKey = () => {
  made += 1;
  return `n${made}`;
};
export const blankPeriod = (): PeriodForm => ({ key: newKey(), name: '', start: '', end: '' });
export const blankClass = (): ClassForm => ({
  key: newKey(),
  name: '',
  perHour: '',
  vatRate: '0',
  relationTypes: [],
  old: null,
});
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

const HOUR = 60;
const DAY = 1_440;
const WHOLE = 100;

function freeOf(terms: Cancellation | undefined): Pick<ResourceForm, 'free' | 'freeCount'> {
  if (!terms || terms.share === 0) return { free: 'always', freeCount: '24' };
  const { freeHours, freeDays, freeWorkingDays } = terms;
  if (freeHours !== undefined) return { free: 'hours', freeCount: String(freeHours) };
  if (freeDays !== undefined) return { free: 'days', freeCount: String(freeDays) };
  if (freeWorkingDays !== undefined) {
    return { free: 'workingDays', freeCount: String(freeWorkingDays) };
  }
  return { free: 'never', freeCount: '24' };
}

/** As a percentage; of a sum, which the form does not have, nothing. */
function noShowOf(terms: Cancellation | undefined): string {
  if (!terms?.noShow) return String(WHOLE);
  return 'share' in terms.noShow ? String(terms.noShow.share) : '';
}

export function formOf(old: Bookable | null, spaces: readonly Space[]): ResourceForm {
  const settings = old ?? usualSettings;
  const space = spaces.find(({ idSpace }) => idSpace === old?.idSpace);
  const { cancellation } = settings;
  return {
    name: old?.name ?? '',
    kind: old?.kind ?? 'ROOM',
    place: old?.place ?? '',
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
    priceClasses: settings.priceClasses.map((one) => ({
      key: newKey(),
      name: one.name,
      perHour: fieldOf(one.base),
      vatRate: String(one.vatRate),
      relationTypes: one.relationTypes,
      old: one,
    })),
    ...freeOf(cancellation),
    share: String(cancellation && cancellation.share > 0 ? cancellation.share : WHOLE),
    noShow: noShowOf(cancellation),
    questions: settings.questions.map((one) => ({ ...one, options: one.options.join('\n') })),
  };
}

/** '8', '8.30', '08:30' as '08:30'; null: no time. 24:00 is one, as an end. */
export function clockIn(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim());
  if (!found) return null;
  const [hours, minutes] = [Number(found[1]), Number(found[2] ?? 0)];
  if (minutes > 59 || hours * HOUR + minutes > DAY) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** '2', '0,5'; null: no number. */
export function numberIn(text: string): number | null {
  const found = /^\d{1,6}(?:[.,]\d{1,2})?$/.exec(text.trim());
  return found ? Number(found[0].replace(',', '.')) : null;
}

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ');
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
  ['autoReleaseMinutes', 0, DAY],
];
/** Where the form calls something else than the server. */
const SERVER: Partial<Record<keyof ResourceForm, string>> = {
  noticeHours: 'minNotice',
  horizonDays: 'maxNotice',
};
export const serverName = (field: keyof ResourceForm): string => SERVER[field] ?? field;

type Wrong = Record<string, string | undefined>;

const bounded = (text: string, least: number, most: number, parts = false) => {
  const value = numberIn(text);
  const fits =
    value !== null && value >= least && value <= most && (parts || Number.isInteger(value));
  return fits ? undefined : texts.number(least, most);
};

function wrongPeriods({ slotMode, periods }: ResourceForm): Wrong {
  if (slotMode !== 'PERIODS') return {};
  const wrong = periods.flatMap(({ name, start, end }, n): [string, string | undefined][] => {
    const [from, to] = [clockIn(start), clockIn(end)];
    return [
      [`periods[${n}].name`, tidy(name) ? undefined : texts.missingName],
      [`periods[${n}].start`, from ? undefined : texts.time],
      [`periods[${n}].end`, !to ? texts.time : from && to <= from ? texts.order : undefined],
    ];
  });
  return Object.fromEntries(wrong);
}

function wrongTerms(form: ResourceForm): Wrong {
  const counted = form.free !== 'always' && form.free !== 'never';
  return {
    freeCount: counted
      ? bounded(form.freeCount, 0, form.free === 'hours' ? 8_784 : 250)
      : undefined,
    'cancellation.share': form.free === 'always' ? undefined : bounded(form.share, 0, WHOLE),
    'cancellation.noShow.share': form.noShow === '' ? undefined : bounded(form.noShow, 0, WHOLE),
  };
}

/** What the form itself can tell, by the server's names of fields. */
export function wrongIn(form: ResourceForm): Wrong {
  const isPart = form.space !== OWN && form.space !== DIVIDED;
  const classes = form.priceClasses.flatMap((one, n): [string, string | undefined][] => [
    [`priceClasses[${n}].name`, tidy(one.name) ? undefined : texts.missingName],
    [`priceClasses[${n}].base`, oreOf(one.perHour) === null ? texts.wrongPrice : undefined],
  ]);
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
    ...Object.fromEntries(classes),
    ...wrongTerms(form),
    ...Object.fromEntries(questions),
  };
}

/** Terms as they are sent; undefined: cancelling is free, and who does not come pays all. */
function termsOf(form: ResourceForm, old: Cancellation | undefined): Cancellation | undefined {
  const count = numberIn(form.freeCount) ?? 0;
  const percent = numberIn(form.noShow);
  // A sum, which the form does not have, stays.
  const noShow = percent === null ? old?.noShow : { share: percent };
  const free =
    form.free === 'hours'
      ? { freeHours: count }
      : form.free === 'days'
        ? { freeDays: count }
        : form.free === 'workingDays'
          ? { freeWorkingDays: count }
          : {};
  if (form.free === 'always') {
    return percent === WHOLE ? undefined : { freeHours: 0, share: 0, ...(noShow && { noShow }) };
  }
  return { ...free, share: numberIn(form.share) ?? WHOLE, ...(noShow && { noShow }) };
}

function classOf({ name, perHour, vatRate, relationTypes, old }: ClassForm): PriceClass {
  return {
    entityTypes: [],
    days: [],
    schedules: [],
    hours: [],
    ...old,
    name: tidy(name),
    relationTypes,
    vatRate: Number(vatRate),
    base: oreOf(perHour) ?? 0,
  };
}

const minutesIn = (text: string, unit = 1) => Math.round((numberIn(text) ?? 0) * unit);

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
    minNotice: minutesIn(form.noticeHours, HOUR),
    maxNotice: minutesIn(form.horizonDays, DAY),
    requiresApproval: form.requiresApproval,
    allowMultiday: form.allowMultiday,
    maxParticipants: minutesIn(form.maxParticipants),
    maxConcurrent: old.maxConcurrent,
    enableCheckIn: form.enableCheckIn,
    autoReleaseMinutes: minutesIn(form.autoReleaseMinutes),
    whoMayBook: form.whoMayBook,
    guests: old.guests,
    quotas: old.quotas,
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
    status: Number(form.status),
    ...(old && { version: old.version }),
    ...settingsOf(form, old ?? usualSettings),
  };
}
