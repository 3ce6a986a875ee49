/** A week's menu: in a form, back again, and against what somebody else has written meanwhile. Pure. */
import { plusDays } from '@/lib/days.ts';
import { allergenTexts, dietTexts } from '@/texts/lunch.ts';
import type { Allergen, DayDraft, Diet, Dish, LunchDay } from './types.ts';

export const DIETS = Object.keys(dietTexts) as Diet[];
export const ALLERGENS = Object.keys(allergenTexts) as Allergen[];
/** The server takes no more of a day. */
export const MOST_DISHES = 8;
const SCHOOL_DAYS = 5;
const WEEK = 7;

export type DishForm = {
  /** Tells fields apart while dishes come and go. */
  key: string;
  name: string;
  description: string;
  diet: Diet[];
  allergens: Allergen[];
};
export type DayForm = {
  date: string;
  dishes: DishForm[];
  note: string;
  /** Which version of the day was seen; 0: nothing stood there. */
  version: number;
};

/** 'yyyy-mm-dd' in Sweden, where the schools are. */
export const todayInSweden = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(now);

/** The days of a week that are shown: those of school, and a weekend of which something is said. */
export function daysShown(monday: string, days: readonly LunchDay[], weekend = false): string[] {
  const all = Array.from({ length: WEEK }, (_, n) => plusDays(monday, n));
  const said = new Set(days.map(({ date }) => date));
  return all.filter((date, n) => n < SCHOOL_DAYS || weekend || said.has(date));
}

let made = 0;
function newKey(): string {
  made += 1;
  return `${made}`;
}

export const emptyDish = (): DishForm => ({
  key: newKey(),
  name: '',
  description: '',
  diet: [],
  allergens: [],
});

const dishForm = ({ name, description, diet, allergens }: Dish): DishForm => ({
  key: newKey(),
  name,
  description: description ?? '',
  diet: [...diet],
  allergens: [...allergens],
});

/** A day as it is written in; at least one dish can be written at once. */
export function dayForm(date: string, day: LunchDay | undefined): DayForm {
  const dishes = (day?.dishes ?? []).map(dishForm);
  return {
    date,
    dishes: dishes.length > 0 || day?.note ? dishes : [emptyDish()],
    note: day?.note ?? '',
    version: day?.version ?? 0,
  };
}

export function weekForm(monday: string, days: readonly LunchDay[], weekend = false): DayForm[] {
  return daysShown(monday, days, weekend).map((date) =>
    dayForm(
      date,
      days.find((day) => day.date === date),
    ),
  );
}

const trimmed = (text: string) => text.trim().replace(/\s+/g, ' ');

/** What is sent of a day: dishes without a name are none. */
export function draftOf({ date, dishes, note, version }: DayForm): DayDraft {
  return {
    date,
    dishes: dishes
      .map(({ name, description, diet, allergens }) => ({
        name: trimmed(name),
        description: trimmed(description) || null,
        diet,
        allergens,
      }))
      .filter(({ name }) => name !== ''),
    note: trimmed(note) || null,
    version,
  };
}

const said = ({ dishes, note }: Pick<DayDraft, 'dishes' | 'note'>) =>
  JSON.stringify([
    dishes.map(({ name, description, diet, allergens }) => [name, description, diet, allergens]),
    note,
  ]);
const NOTHING = said({ dishes: [], note: null });

/** The days that somebody has changed, as they are sent. */
export function changedDays(form: readonly DayForm[], held: readonly LunchDay[]): DayDraft[] {
  return form.map(draftOf).filter((draft) => {
    const old = held.find(({ date }) => date === draft.date);
    return said(draft) !== (old ? said(old) : NOTHING);
  });
}

/** Dishes of which something is said, but not what they are called: by day and place. */
export const nameless = (form: readonly DayForm[]): { date: string; dish: number }[] =>
  form.flatMap(({ date, dishes }) =>
    dishes.flatMap(({ name, description, diet, allergens }, dish) =>
      !name.trim() && (description.trim() || diet.length + allergens.length > 0)
        ? [{ date, dish }]
        : [],
    ),
  );

/** The week before, put into the days in which nothing is written; how many that were. */
export function copied(
  form: readonly DayForm[],
  before: readonly LunchDay[],
): { form: DayForm[]; count: number } {
  let count = 0;
  const next = form.map((day) => {
    const old = before.find(({ date }) => date === plusDays(day.date, -WEEK));
    if (!old || old.dishes.length === 0 || said(draftOf(day)) !== NOTHING) return day;
    count += 1;
    return { ...day, dishes: old.dishes.map(dishForm) };
  });
  return { form: next, count };
}

/** A day in words, as one reads it. */
export const dayWords = ({ dishes, note }: Pick<DayDraft, 'dishes' | 'note'>): string =>
  [...dishes.map(({ name, description }) => [name, description].filter(Boolean).join(' ')), note]
    .filter(Boolean)
    .join('; ');

export type Conflict = { date: string; mine: string; theirs: string };

/** The days that somebody else has changed since they were seen, and what both say. */
export function conflicts(drafts: readonly DayDraft[], fresh: readonly LunchDay[]): Conflict[] {
  return drafts.flatMap((draft) => {
    const theirs = fresh.find(({ date }) => date === draft.date);
    if ((theirs?.version ?? 0) === draft.version) return [];
    return [{ date: draft.date, mine: dayWords(draft), theirs: theirs ? dayWords(theirs) : '' }];
  });
}

/** A form that has seen what stands now: of the days in conflict mine or theirs, all others as they were written. */
export function rebased(
  form: readonly DayForm[],
  fresh: readonly LunchDay[],
  conflicting: readonly Conflict[],
  keep: 'mine' | 'theirs',
): DayForm[] {
  return form.map((day) => {
    if (!conflicting.some(({ date }) => date === day.date)) return day;
    const now = fresh.find(({ date }) => date === day.date);
    return keep === 'theirs' ? dayForm(day.date, now) : { ...day, version: now?.version ?? 0 };
  });
}

/** Why a file is not sent. */
export function checkMenuFile({ name, size }: { name: string; size: number }) {
  if (!/\.(csv|txt)$/i.test(name)) return 'wrongType';
  return size > 1024 * 1024 ? 'tooLarge' : null;
}
