/** What of a list is shown, by its address. Pure. */
import type { StatusFilter } from './api.ts';
import type { Task } from './types.ts';

/** Of no organisation. */
export const OWN = 'egna';
export const STATUSES = ['OPEN', 'TODO', 'IN_PROGRESS', 'DONE', 'CANCELLED'] as const;

export type Filters = { status: StatusFilter; label: string; organisation: string };
/** As the address has them. */
export const FILTER_NAMES = { status: 'status', label: 'etikett', organisation: 'org' } as const;

export function filtersIn(params: URLSearchParams): Filters {
  const status = params.get(FILTER_NAMES.status) ?? '';
  return {
    status: STATUSES.find((one) => one === status) ?? 'OPEN',
    label: params.get(FILTER_NAMES.label) ?? '',
    organisation: params.get(FILTER_NAMES.organisation) ?? '',
  };
}

export const isFiltered = ({ status, label, organisation }: Filters): boolean =>
  status !== 'OPEN' || label !== '' || organisation !== '';

/** The status is asked of the server; these are chosen from what is there. */
export function fits({ label, organisation }: Filters, task: Task): boolean {
  if (label && !task.labels.includes(label)) return false;
  if (!organisation) return true;
  return organisation === OWN ? task.idEntity === null : String(task.idEntity) === organisation;
}

const swedish = new Intl.Collator('sv');

/** What there is to choose from, by name; what is chosen is among it, whatever is there. */
export function choicesOf(tasks: readonly Task[], { label, organisation }: Filters) {
  const labels = new Set(tasks.flatMap((task) => task.labels));
  if (label) labels.add(label);
  const organisations = new Map<string, string>();
  for (const { idEntity, entityName } of tasks) {
    if (idEntity !== null) organisations.set(String(idEntity), entityName ?? '');
  }
  if (organisation && organisation !== OWN && !organisations.has(organisation)) {
    organisations.set(organisation, organisation);
  }
  return {
    labels: [...labels].sort(swedish.compare),
    organisations: [...organisations].sort(([, a], [, b]) => swedish.compare(a, b)),
  };
}
