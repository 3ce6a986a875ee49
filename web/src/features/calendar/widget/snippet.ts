/** The code that shows a calendar on another site's page: pure. */

export type Look = {
  /** Events that are shown at most. */
  limit: number;
  theme: 'auto' | 'light' | 'dark';
  /** Of the frame, in pixels. */
  height: number;
};

export const LIMITS = [5, 10, 20, 50] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;
export const HEIGHTS = [300, 400, 600] as const;
export const USUAL: Look = { limit: 10, theme: 'auto', height: 400 };

/** The page that stands in the frame. What is as usual is not said. */
export function widgetAddress(origin: string, calendarUUID: string, look: Look): string {
  const query = new URLSearchParams();
  if (look.limit !== USUAL.limit) query.set('limit', String(look.limit));
  if (look.theme !== USUAL.theme) query.set('theme', look.theme);
  const path = `${origin}/widgets/kalender/${encodeURIComponent(calendarUUID)}`;
  return query.size > 0 ? `${path}?${query}` : path;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** What is pasted: a frame that nothing but its height must be said of. */
export function snippet(
  origin: string,
  { calendarUUID, name }: { calendarUUID: string; name: string },
  look: Look,
): string {
  const source = escaped(widgetAddress(origin, calendarUUID, look));
  return `<iframe src="${source}" title="${escaped(name)}" width="100%" height="${look.height}" style="border:0" loading="lazy"></iframe>`;
}
