/** Paints the first screen of the start page: who is greeted, today and tomorrow. As features/calendar/components/TodayCard.tsx. */
import type { Almanac, User } from '@/api/types.ts';
import { localDay, plusDays, weekOf } from '@/features/calendar/days.ts';
import { type DayFacts, factsOf } from '@/features/calendar/facts.ts';
import { entryOf, onDay } from '@/features/calendar/layout.ts';
import type { ListedEvent } from '@/features/calendar/types.ts';
import { capital, longDate } from '@/lib/dates.ts';
import { isDisplayed } from '@/lib/displayed.ts';
import { type Answers, acts, fill, kept, part } from './fill.ts';

/** The body of the answer to what begins so and has these in it. */
const find = <T>(answers: Answers, begins: string, ...parts: string[]): T | undefined =>
  Object.entries(answers).find(
    ([address]) => address.startsWith(begins) && parts.every((one) => address.includes(one)),
  )?.[1] as T | undefined;

export function paintHome(frame: Element, answers: Answers, now = new Date()): boolean {
  const me = answers['/api/v1/me'] as User | undefined;
  const today = localDay(now);
  const days = [today, plusDays(today, 1)];
  const span = [`from=${today}`, `to=${days[1]}`];
  const almanac = find<Almanac>(answers, '/api/public/days?', ...span);
  const begins = `from=${encodeURIComponent(new Date(`${today}T00:00:00`).toISOString())}`;
  const events = find<{ content: ListedEvent[] }>(answers, '/api/v1/events?', begins);
  // Who looks at another part of the page, or by another clock than the server's, sees it by the app.
  if (!me || !almanac || !events || acts() || new URLSearchParams(location.search).has('section')) {
    return false;
  }
  const hidden = kept('kalender:user:calendar:hidden') ?? '';
  const entries = events.content.filter((one) => !hidden.includes(one.calendarUUID)).map(entryOf);
  const facts = factsOf(almanac.content);

  const greeting = frame.querySelector('main h1');
  greeting?.replaceWith(fill(part(frame, 'greeting'), { name: me.firstName || me.displayName }));
  for (const link of frame.querySelectorAll('main nav a')) {
    const section = new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('section');
    if (section && !isDisplayed(section, me.displayFlags)) link.remove();
  }
  const sections = frame.querySelectorAll('main section section');
  for (const [n, day] of days.entries()) {
    const section = sections[n];
    const head = section?.firstElementChild as HTMLElement | undefined;
    if (!section || !head) return false;
    if (facts(day).red) head.dataset.red = 'true';
    const words = { day: capital(longDate(day)), week: weekOf(day).week };
    head.lastElementChild?.replaceWith(fill(part(frame, 'date'), words));
    section.replaceChildren(head, ...factLine(frame, facts(day)));
    // How high they stand only the app knows: it draws what comes below them.
    if (onDay(entries, day).length > 0) break;
    section.append(part(frame, 'none'));
  }
  return true;
}

/** As features/calendar/components/FactLine.tsx. */
function factLine(frame: Element, { names, flag, namedays, red }: DayFacts): Element[] {
  const line = part(frame, 'facts');
  const [name, flagday, nameday] = line.children;
  if (!name || !flagday || !nameday) return [];
  for (const { name: called, slug, type } of names) {
    const link = fill(name.cloneNode(true) as HTMLElement, { name: called, slug });
    if (red && type === 'holiday') link.dataset.red = 'true';
    name.before(link);
  }
  name.remove();
  if (flag) fill(flagday, { slug: flag.slug });
  else flagday.remove();
  if (namedays.length > 0) fill(nameday, { name: namedays.join(', ') });
  else nameday.remove();
  return line.children.length > 0 ? [line] : [];
}
