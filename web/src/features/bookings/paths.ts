export const BOOKINGS = '/bookings';
const RESOURCES = '/settings/resources';
const HOURS = '/settings/opening-hours';
const LOCATIONS = '/settings/locations';

const withQuery = (path: string, query: Record<string, string | number | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
};

type Wanted = { bookable?: number; group?: number; date?: string; move?: number };

/** Where one books at an organisation: of one bookable or group, a week, or another time of a booking. */
export const bookPath = (slug: string, { bookable, group, date, move }: Wanted = {}): string =>
  withQuery(`/${encodeURIComponent(slug)}/boka`, { bookable, group, date, move });

/** One bookable by its name: for everybody, also without an account. */
export const openPath = (slug: string, bookable: string): string =>
  `${bookPath(slug)}/${encodeURIComponent(bookable)}`;

/** The screen at a bookable's door. */
export const doorPath = (slug: string, bookable: string): string =>
  `${openPath(slug, bookable)}/skylt`;

/** An organisation's bookings of a day, or of the week around it. */
export const dayPath = (slug: string, date?: string, view?: 'week'): string =>
  withQuery(`/${encodeURIComponent(slug)}/bokningar`, { date, view });

/** What an organisation has billed for its bookings, and how it is paid: pages of another area. */
export const billsPath = (slug: string): string => `/${encodeURIComponent(slug)}/underlag`;

export const resourcesPath = (organization?: number): string =>
  withQuery(RESOURCES, { organization });
export const newResourcePath = (organization: number): string =>
  withQuery(`${RESOURCES}/new`, { organization });
export const hoursPath = (organization: number): string => withQuery(HOURS, { organization });
/** An organisation's places, and what is where. */
export const locationsPath = (organization: number): string =>
  withQuery(LOCATIONS, { organization });
/** The groups of which any bookable is as good. */
export const groupsPath = (organization: number): string =>
  withQuery(`${RESOURCES}/groups`, { organization });
export const resourcePath = (idBookable: number): string => `${RESOURCES}/${idBookable}`;
/** Talks between school and home; who has booked one. */
export const talksPath = (organization: number, bookable?: number): string =>
  withQuery('/utvecklingssamtal', { organization, bookable });
