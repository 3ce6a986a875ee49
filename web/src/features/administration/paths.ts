/** Addresses of the administration: of an organisation, and of the platform. */

/** The organisation that is the platform itself. */
export const PLATFORM = 1;

export const TABS = ['overview', 'people', 'storage', 'jobs', 'addresses', 'log'] as const;
/** What the platform has beside them. */
export const PLATFORM_TABS = [...TABS, 'organisations', 'limits'] as const;
export type Tab = (typeof PLATFORM_TABS)[number];

/** `slug`: null for the platform. */
export function adminPath(slug: string | null, tab: Tab = 'overview'): string {
  const path = slug === null ? '/admin' : `/admin/${encodeURIComponent(slug)}`;
  return tab === 'overview' ? path : `${path}?tab=${tab}`;
}

export const tabIn = (params: URLSearchParams, tabs: readonly Tab[]): Tab =>
  tabs.find((one) => one === params.get('tab')) ?? 'overview';

/** Of an organisation by its id: the platform's is where it is administered as a whole. */
export const adminPathOf = (idEntity: number, slug: string, tab?: Tab): string =>
  adminPath(idEntity === PLATFORM ? null : slug, tab);

/** Who administers an organisation (actors/src/administration). */
const ADMINISTRATORS = ['OWNER', 'ADMINISTRATOR'];

export const administers = ({ txRelationType }: { txRelationType?: string | null }): boolean =>
  ADMINISTRATORS.includes(txRelationType ?? '');
