/** What is open to everybody, without an account too: its page, and the code that shows its times on another site's page. Pure. */
import { PUBLIC } from './form.ts';
import { HIDDEN } from './status.ts';
import type { Bookable } from './types.ts';

/** Whether everybody sees it (actors/src/bookings/public.rs): guests, or everybody with an account, may book it. */
export const isOpen = ({ status, guests, whoMayBook }: Bookable): boolean =>
  status !== HIDDEN && (guests || whoMayBook.includes(PUBLIC));

export type Look = { theme: 'auto' | 'light' | 'dark'; height: number };
export const THEMES = ['auto', 'light', 'dark'] as const;
export const HEIGHTS = [300, 400, 600] as const;
export const USUAL: Look = { theme: 'auto', height: 400 };

/** The page that stands in a frame; what is as usual is not said. */
export const widgetAddress = (origin: string, slug: string, { theme }: Look): string =>
  `${origin}/widgets/boka/${encodeURIComponent(slug)}${theme === USUAL.theme ? '' : `?theme=${theme}`}`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** What is pasted: a frame of which nothing but its height must be said. */
export function snippet(
  origin: string,
  { slug, name }: Pick<Bookable, 'slug' | 'name'>,
  look: Look,
): string {
  const source = escaped(widgetAddress(origin, slug, look));
  return `<iframe src="${source}" title="${escaped(name)}" width="100%" height="${look.height}" style="border:0" loading="lazy"></iframe>`;
}
