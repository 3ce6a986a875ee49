/**
 * Prices in a form, and back again. The server has a rule for each weekday; in the form one rule is for several. Pure.
 */
import type { EntityType, RelationType } from '@/api/types.ts';
import { isDate } from '@/area/moments.ts';
import { hoursTexts, resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { priceRuleTexts } from '@/texts/bookingsRules.ts';
import { clockIn, newKey, tidy, type Wrong, wrongClock } from './fields.ts';
import { fieldOf, oreOf } from './money.ts';
import type { PriceClass } from './types.ts';

/** The most that something costs an hour, in öre. */
const MOST_PRICE = 10_000_000;
/** Rules of each kind in a class, as the server counts them. */
const MOST_RULES = 100;

/** A price on some weekdays; with `start` and `end` at their hours alone. */
export type DayRule = {
  key: string;
  weekdays: number[];
  price: string;
  /** The server's rule of a weekday, by the weekday. */
  ids: Readonly<Record<number, number>>;
};
export type ClockRule = DayRule & { start: string; end: string };
/** A price on some dates. */
export type DateRule = {
  key: string;
  id: number;
  from: string;
  to: string;
  start: string;
  end: string;
  price: string;
};

export type ClassForm = {
  key: string;
  name: string;
  perHour: string;
  vatRate: string;
  relationTypes: RelationType[];
  entityTypes: EntityType[];
  days: DayRule[];
  schedules: ClockRule[];
  hours: DateRule[];
  /** As it was read. */
  old: PriceClass | null;
};

export const WORKING_DAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

export const blankClass = (): ClassForm => ({
  key: newKey(),
  name: '',
  perHour: '',
  vatRate: '0',
  relationTypes: [],
  entityTypes: [],
  days: [],
  schedules: [],
  hours: [],
  old: null,
});
export const blankDay = (): DayRule => ({ key: newKey(), weekdays: WEEKEND, price: '', ids: {} });
export const blankClock = (): ClockRule => ({
  ...blankDay(),
  weekdays: WORKING_DAYS,
  start: '17:00',
  end: '21:00',
});
export const blankDates = (): DateRule => ({
  key: newKey(),
  id: 0,
  from: '',
  to: '',
  start: '00:00',
  end: '24:00',
  price: '',
});

type Weekly = { weekday: number; price: number; id: number; start: string; end: string };

/**
 * Neighbours of one price and one time are one rule for several weekdays. Of rules that overlap the server takes the first, so
 * none changes its place: written out again they are what was read.
 */
function grouped(rules: readonly Weekly[]): ClockRule[] {
  const groups: (Omit<ClockRule, 'ids'> & { ids: Record<number, number> })[] = [];
  for (const { weekday, price, id, start, end } of rules) {
    const last = groups.at(-1);
    const isSame = last?.price === fieldOf(price) && last.start === start && last.end === end;
    if (last && isSame && weekday > (last.weekdays.at(-1) ?? 0)) {
      last.weekdays.push(weekday);
      last.ids[weekday] = id;
    } else {
      const ids = { [weekday]: id };
      groups.push({ key: newKey(), weekdays: [weekday], price: fieldOf(price), start, end, ids });
    }
  }
  return groups;
}

export function classForm(old: PriceClass): ClassForm {
  const days = old.days.map(({ weekday, price, idBookablePriceDay: id = 0 }) => ({
    ...{ weekday, price, id, start: '', end: '' },
  }));
  const schedules = old.schedules.map(
    ({ weekday, price, start, end, idBookablePriceDayTimeSchedule: id = 0 }) => ({
      ...{ weekday, price, id, start, end },
    }),
  );
  return {
    key: newKey(),
    name: old.name,
    perHour: fieldOf(old.base),
    vatRate: String(old.vatRate),
    relationTypes: old.relationTypes,
    entityTypes: old.entityTypes,
    days: grouped(days).map(({ start: _, end: __, ...day }) => day),
    schedules: grouped(schedules),
    hours: old.hours.map(({ idBookablePriceHour: id = 0, from, to, start, end, price }) => ({
      ...{ key: newKey(), id, from, to, start, end, price: fieldOf(price) },
    })),
    old,
  };
}

const inOrder = (weekdays: readonly number[]) => [...weekdays].sort((a, b) => a - b);

export function classOf(form: ClassForm): PriceClass {
  return {
    ...form.old,
    name: tidy(form.name),
    relationTypes: form.relationTypes,
    entityTypes: form.entityTypes,
    vatRate: Number(form.vatRate),
    base: oreOf(form.perHour) ?? 0,
    days: form.days.flatMap(({ weekdays, price, ids }) =>
      inOrder(weekdays).map((weekday) => ({
        idBookablePriceDay: ids[weekday] ?? 0,
        weekday,
        price: oreOf(price) ?? 0,
      })),
    ),
    schedules: form.schedules.flatMap(({ weekdays, price, start, end, ids }) =>
      inOrder(weekdays).map((weekday) => ({
        idBookablePriceDayTimeSchedule: ids[weekday] ?? 0,
        weekday,
        start: clockIn(start) ?? start,
        end: clockIn(end) ?? end,
        price: oreOf(price) ?? 0,
      })),
    ),
    hours: form.hours.map(({ id, from, to, start, end, price }) => ({
      idBookablePriceHour: id,
      from,
      to,
      start: clockIn(start) ?? start,
      end: clockIn(end) ?? end,
      price: oreOf(price) ?? 0,
    })),
  };
}

/** The server's place of each rule: that of the first of its weekdays. */
export function placesOf(rules: readonly { weekdays: readonly number[] }[]): number[] {
  let next = 0;
  return rules.map(({ weekdays }) => {
    const place = next;
    next += Math.max(1, weekdays.length);
    return place;
  });
}

function wrongPrice(text: string): string | undefined {
  const ore = oreOf(text);
  if (ore === null) return texts.wrongPrice;
  return ore > MOST_PRICE ? priceRuleTexts.mostPrice : undefined;
}

/** A weekday has one price: where a second rule names it, that rule is wrong. */
function wrongDays(at: string, days: readonly DayRule[]): Wrong {
  const places = placesOf(days);
  const seen = new Set<number>();
  const wrong: Wrong = {};
  days.forEach(({ weekdays, price }, n) => {
    const isTwice = weekdays.some((day) => seen.has(day));
    for (const day of weekdays) seen.add(day);
    const words =
      weekdays.length === 0 ? hoursTexts.wrongDays : isTwice ? priceRuleTexts.twice : undefined;
    wrong[`${at}[${places[n]}].weekday`] = words;
    wrong[`${at}[${places[n]}].price`] = wrongPrice(price);
  });
  return wrong;
}

const wrongClocks = (at: string, rules: readonly ClockRule[]): Wrong[] => {
  const places = placesOf(rules);
  return rules.map(({ weekdays, start, end, price }, n) => ({
    [`${at}[${places[n]}].weekday`]: weekdays.length === 0 ? hoursTexts.wrongDays : undefined,
    ...wrongClock(`${at}[${places[n]}]`, start, end),
    [`${at}[${places[n]}].price`]: wrongPrice(price),
  }));
};

const wrongDates = (at: string, rules: readonly DateRule[]): Wrong[] =>
  rules.map(({ from, to, start, end, price }, n) => ({
    [`${at}[${n}].from`]: isDate(from) ? undefined : texts.date,
    [`${at}[${n}].to`]: !isDate(to) ? texts.date : to < from ? texts.order : undefined,
    ...wrongClock(`${at}[${n}]`, start, end),
    [`${at}[${n}].price`]: wrongPrice(price),
  }));

const tooMany = (field: string, rules: readonly { weekdays?: readonly number[] }[]): Wrong => {
  const count = rules.reduce((sum, { weekdays }) => sum + (weekdays?.length ?? 1), 0);
  return { [field]: count > MOST_RULES ? priceRuleTexts.tooMany : undefined };
};

/** What the form itself can tell of its prices, by the server's names of fields. */
export function wrongClasses(classes: readonly ClassForm[]): Wrong {
  const names = classes.map(({ name }) => tidy(name));
  const all = classes.flatMap((one, n): Wrong[] => {
    const at = `priceClasses[${n}]`;
    const name = names[n] ?? '';
    const isTwice = names.indexOf(name) < n;
    return [
      {
        [`${at}.name`]: !name ? texts.missingName : isTwice ? priceRuleTexts.sameName : undefined,
        [`${at}.base`]: wrongPrice(one.perHour),
      },
      wrongDays(`${at}.days`, one.days),
      ...wrongClocks(`${at}.schedules`, one.schedules),
      tooMany(`${at}.schedules`, one.schedules),
      ...wrongDates(`${at}.hours`, one.hours),
    ];
  });
  return Object.assign({}, ...all);
}
