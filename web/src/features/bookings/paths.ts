export const BOOKINGS = '/bookings';
const RESOURCES = '/settings/resources';

const withQuery = (path: string, query: Record<string, string | number | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
};

type Wanted = { bookable?: number; date?: string; move?: number };

/** Where one books at an organisation: of one bookable, a week, or another time of a booking. */
export const bookPath = (slug: string, { bookable, date, move }: Wanted = {}): string =>
  withQuery(`/${encodeURIComponent(slug)}/boka`, { bookable, date, move });

/** An organisation's bookings of a day, or of the week around it. */
export const dayPath = (slug: string, date?: string, view?: 'week'): string =>
  withQuery(`/${encodeURIComponent(slug)}/bokningar`, { date, view });

/** What an organisation has billed for its bookings, and how it is paid: pages of another area. */
export const billsPath = (slug: string): string => `/${encodeURIComponent(slug)}/underlag`;

export const resourcesPath = (organization?: number): string =>
  withQuery(RESOURCES, { organization });
export const newResourcePath = (organization: number): string =>
  withQuery(`${RESOURCES}/new`, { organization });
export const hoursPath = (organization: number): string =>
  withQuery(`${RESOURCES}/hours`, { organization });
export const resourcePath = (idBookable: number): string => `${RESOURCES}/${idBookable}`;
