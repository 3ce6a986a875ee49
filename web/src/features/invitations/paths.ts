/** Addresses of invitations. */
export const TABS = ['one', 'link', 'many', 'sent'] as const;
export type Tab = (typeof TABS)[number];

export function invitePath(slug: string, tab: Tab = 'one'): string {
  const path = `/${encodeURIComponent(slug)}/inbjudningar`;
  return tab === 'one' ? path : `${path}?tab=${tab}`;
}

export const landingPath = (token: string): string => `/inbjudan/${encodeURIComponent(token)}`;
export const tablePath = (idBatch: number): string =>
  `/api/v1/invitation-batches/${idBatch}/rows.csv`;
