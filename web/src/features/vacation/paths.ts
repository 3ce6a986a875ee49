/** Addresses of vacation, and of the file that the server makes of a year. */
export const TABS = ['mine', 'year', 'applications', 'employees', 'settings'] as const;
export type Tab = (typeof TABS)[number];
/** What everybody has who is employed; the others are for managers. */
export const STAFF_TABS: readonly Tab[] = ['mine', 'year'];

type Wanted = { year?: number | undefined; month?: string | undefined; group?: string | undefined };

export function vacationPath(slug: string, tab: Tab = 'mine', wanted: Wanted = {}): string {
  const search = new URLSearchParams();
  if (tab !== 'mine') search.set('tab', tab);
  for (const [name, value] of Object.entries(wanted)) if (value) search.set(name, String(value));
  const path = `/${encodeURIComponent(slug)}/semester`;
  return search.size > 0 ? `${path}?${search}` : path;
}

export const exportPath = (idEntity: number, year: number): string =>
  `/api/v1/entities/${idEntity}/vacation/export?year=${year}`;
