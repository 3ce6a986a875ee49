/** Which cards of a board are shown, and in which rows, by its address. Pure. */
import { mondayOf, plusDays } from '@/lib/days.ts';
import { dueDay, isLate, isOpen } from '@/lib/due.ts';
import { boardTexts } from '@/texts/boards.ts';
import type { Card, Person, RowChange } from './types.ts';
import type { Column } from './view.ts';

export const DUES = ['late', 'today', 'week', 'none'] as const;
export type DueFilter = (typeof DUES)[number];
export const ROWS = ['person', 'label'] as const;
export type Row = (typeof ROWS)[number];

export type Filters = {
  /** By id; 0: nobody. */
  assignee: number | null;
  label: string;
  text: string;
  due: DueFilter | null;
};

/** As the address has them. */
export const NAMES = {
  assignee: 'tilldelad',
  label: 'etikett',
  text: 'q',
  due: 'datum',
  row: 'rad',
  card: 'kort',
  archive: 'arkiv',
} as const;
/** Its values, in Swedish as well. */
const dueNames: Record<DueFilter, string> = {
  late: 'forsenat',
  today: 'idag',
  week: 'veckan',
  none: 'utan',
};
const rowNames: Record<Row, string> = { person: 'person', label: 'etikett' };
export const dueName = (due: DueFilter): string => dueNames[due];
export const rowName = (row: Row): string => rowNames[row];

export const NOBODY = 0;

export function filtersIn(params: URLSearchParams): Filters {
  const assignee = params.get(NAMES.assignee);
  const due = params.get(NAMES.due);
  return {
    assignee: assignee && /^\d+$/.test(assignee) ? Number(assignee) : null,
    label: params.get(NAMES.label) ?? '',
    text: params.get(NAMES.text) ?? '',
    due: DUES.find((one) => dueNames[one] === due) ?? null,
  };
}
export const rowIn = (params: URLSearchParams): Row | null =>
  ROWS.find((one) => rowNames[one] === params.get(NAMES.row)) ?? null;

export const isFiltered = ({ assignee, label, text, due }: Filters): boolean =>
  assignee !== null || label !== '' || text.trim() !== '' || due !== null;

const SUNDAY = 6;
const folded = (text: string) => text.toLocaleLowerCase('sv');

type Clock = { now: number; today: string };

function isDue(card: Card, due: DueFilter, { now, today }: Clock): boolean {
  const day = dueDay(card);
  if (due === 'none') return day === null;
  if (due === 'late') return isLate(card, now);
  if (day === null || !isOpen(card)) return false;
  return due === 'today' ? day === today : day <= plusDays(mondayOf(today), SUNDAY);
}

export function fits(card: Card, filters: Filters, clock: Clock): boolean {
  const { assignee, label, text, due } = filters;
  if (assignee === NOBODY && card.assignees.length > 0) return false;
  if (assignee && !card.assignees.includes(assignee)) return false;
  if (label && !card.labels.includes(label)) return false;
  if (due && !isDue(card, due, clock)) return false;
  const words = folded(text).split(/\s+/).filter(Boolean);
  return words.every((word) => folded([card.txTitle, ...card.labels].join('\n')).includes(word));
}

export function filtered(columns: readonly Column[], filters: Filters, clock: Clock) {
  if (!isFiltered(filters)) return columns;
  return columns.map((column) => ({
    ...column,
    cards: column.cards.filter((card) => fits(card, filters, clock)),
  }));
}

const swedish = new Intl.Collator('sv');

/** What there is to choose from, by name; what is chosen is among it. */
export function choicesOf(
  columns: readonly Column[],
  people: readonly Person[],
  chosen: Pick<Filters, 'assignee' | 'label'>,
) {
  const labels = new Set(columns.flatMap(({ cards }) => cards.flatMap((card) => card.labels)));
  if (chosen.label) labels.add(chosen.label);
  const used = new Set(columns.flatMap(({ cards }) => cards.flatMap((card) => card.assignees)));
  return {
    labels: [...labels].sort(swedish.compare),
    people: people
      .filter(({ id }) => used.has(id) || id === chosen.assignee)
      .sort((a, b) => swedish.compare(a.displayName, b.displayName)),
  };
}

/** The key of the row of cards without any person or label. */
const NO_ROW = '';

/** The rows to which a card can go from one: the other ones, and the one without any. */
export function otherRows(lanes: readonly Lane[], row: Row, from: string) {
  const others = lanes.filter(({ key }) => key !== from).map(({ key, name }) => ({ key, name }));
  const hasNone = from === NO_ROW || others.some(({ key }) => key === NO_ROW);
  return hasNone ? others : [...others, { key: NO_ROW, name: boardTexts.rows.none[row] }];
}

/** What of a card changes that goes from one row of the board to another, by their keys; '' is the row of those without any. */
export function rowChange(row: Row, from: string, to: string): RowChange {
  if (from === to) return {};
  return row === 'person'
    ? { ...(from && { unassign: Number(from) }), ...(to && { assign: Number(to) }) }
    : { ...(from && { unlabel: from }), ...(to && { label: to }) };
}

export type Lane = {
  key: string;
  name: string;
  person: Person | null;
  columns: readonly Column[];
  count: number;
};

/** A row of the board for each person or label, in the order of names; a card of several stands in each; without any comes last. */
export function lanesOf(columns: readonly Column[], row: Row, people: readonly Person[]): Lane[] {
  const keysOf = (card: Card): readonly (string | number)[] =>
    row === 'person' ? card.assignees : card.labels;
  const keys = new Set(columns.flatMap(({ cards }) => cards.flatMap(keysOf)));
  const known = new Map(people.map((one) => [one.id, one]));
  const lane = (key: string, name: string, has: (card: Card) => boolean): Omit<Lane, 'person'> => {
    const some = columns.map(({ list, cards }) => ({ list, cards: cards.filter(has) }));
    return { key, name, columns: some, count: some.reduce((n, { cards }) => n + cards.length, 0) };
  };
  const named = [...keys]
    .map((key): Lane => {
      const person = row === 'person' ? (known.get(Number(key)) ?? null) : null;
      const name = row === 'person' ? (person?.displayName ?? '') : String(key);
      return { ...lane(String(key), name, (card) => keysOf(card).includes(key)), person };
    })
    .sort((a, b) => swedish.compare(a.name, b.name));
  const rest = lane(NO_ROW, boardTexts.rows.none[row], (card) => keysOf(card).length === 0);
  return rest.count > 0 || named.length === 0 ? [...named, { ...rest, person: null }] : named;
}
