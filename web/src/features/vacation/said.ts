/** Who is away, how a period is drawn, and warnings in words. Pure. */
import { vacationTexts, warningTexts, yearTexts } from '@/texts/vacation.ts';
import { shared, spanWords } from './days.ts';
import type {
  Balance,
  Below,
  Group,
  GroupId,
  Period,
  Person,
  Reservation,
  Span,
  State,
  Warning,
  Year,
  YearPerson,
} from './types.ts';

export type Tone = 'approved' | 'applied' | 'draft' | 'away';

/** Null: it came to nothing, and is not drawn. */
export function toneOf({ kind, flStatus }: Period): Tone | null {
  if (kind === 'ABSENCE') return 'away';
  if (flStatus === 'APPROVED') return 'approved';
  if (flStatus === 'APPLIED') return 'applied';
  return flStatus === 'DRAFT' ? 'draft' : null;
}

export function toneWords(tone: Tone): string {
  return tone === 'away' ? vacationTexts.away : yearTexts[tone];
}

export type Shown = { period: Period; tone: Tone };
export const shownOf = (periods: readonly Period[]): Shown[] =>
  periods.flatMap((period) => {
    const tone = toneOf(period);
    return tone ? [{ period, tone }] : [];
  });

export type Away = { user: Person; parts: (Span & { tone: Tone })[] };

/** Whoever is away on some of the days, and when; a draft is nobody's absence yet. */
export const awayIn = (people: readonly YearPerson[], span: Span): Away[] =>
  people.flatMap(({ user, periods }) => {
    const parts = shownOf(periods).flatMap(({ period, tone }) => {
      const part = tone === 'draft' ? null : shared(period, span);
      return part ? [{ ...part, tone }] : [];
    });
    parts.sort((a, b) => a.from.localeCompare(b.from));
    return parts.length > 0 ? [{ user, parts }] : [];
  });

/** Pages of a year put together: of people each once, and what all pages say of groups and days. */
export function wholeYear(pages: readonly Year[]): Omit<Year, 'next'> | undefined {
  const [first] = pages;
  if (!first) return undefined;
  const people = new Map(
    pages.flatMap((page) => page.people.map((one): [number, YearPerson] => [one.user.id, one])),
  );
  const below = new Map(
    pages.flatMap((page) =>
      page.below.map((one): [string, Below] => [`${one.group} ${one.from}`, one]),
    ),
  );
  return {
    from: first.from,
    to: first.to,
    closed: first.closed,
    people: [...people.values()],
    below: [...below.values()].sort((a, b) => a.from.localeCompare(b.from)),
  };
}

/** A group by its id, or by its name where that is what was said. */
export const groupName = (groups: readonly Group[], group: GroupId | null | undefined): string => {
  if (group === null || group === undefined) return warningTexts.someGroup;
  const found = groups.find(({ id }) => id !== undefined && String(id) === String(group));
  return found?.name ?? (typeof group === 'string' ? group : warningTexts.someGroup);
};

const whenOf = ({ from, to }: Warning): string | null =>
  from ? spanWords({ from, to: to ?? from }) : null;

export function warningWords(warning: Warning, groups: readonly Group[]): string {
  const when = whenOf(warning);
  switch (warning.code) {
    case 'BELOW_MINIMUM':
      return warningTexts.below(
        groupName(groups, warning.group),
        when ?? warningTexts.someDays,
        warning.present ?? undefined,
        warning.minimum ?? undefined,
      );
    case 'NO_FOUR_WEEKS':
      return warningTexts.noFourWeeks;
    case 'OVER_BALANCE':
      return warningTexts.overBalance;
    case 'OVERLAPS_OWN':
      return when ? warningTexts.overlaps(when) : warningTexts.overlapsSome;
  }
}

/** All days of a year: what was earned and what was saved. */
export const allDays = ({ paid, saved }: Pick<Balance, 'paid' | 'saved'>): number =>
  paid + savedSum(saved);
export const savedSum = (saved: readonly { days: number }[]): number =>
  saved.reduce((sum, { days }) => sum + days, 0);

/** In the order in which one looks for them. */
export const STATES: readonly State[] = ['APPLIED', 'APPROVED', 'DRAFT', 'REJECTED', 'CANCELLED'];

export const byState = (all: readonly Reservation[]): { state: State; some: Reservation[] }[] =>
  STATES.map((state) => ({
    state,
    some: all
      .filter(({ flStatus }) => flStatus === state)
      .sort((a, b) => a.from.localeCompare(b.from)),
  })).filter(({ some }) => some.length > 0);

export const STALE = 'STALE';
