/**
 * First segments of a path that are never an organisation or a person: the seven of the
 * specification, and those that the app or the server routes itself; an area's come with its
 * pages (`reserve`). The server refuses them as names (actors/src/accounts/names.rs); a test holds the two lists together.
 */
const reserved = new Set(
  (
    'login register settings profile feed kontakter konversation ' +
    'api img ics hooks assets ws-notify healthz readyz metrics emoji static ' +
    'start signup verify reset logout messages notifications klyftig u person family cre ' +
    'search sok kalender calendar event skapa-evenemang create-event members bookings ' +
    'contacts e editevent me docs ' +
    'helgdagar flaggdagar aftnar temadagar fn-dagar namnsdagar samhallsinformation temakalendrar ' +
    'ortskalendrar lander motor naringsliv akademin forening skolkalender ' +
    'skolmatskalendern studiekalender utvecklingssamtal klasskalender utflykt ' +
    'vikariehantering resursbokning personalkalender support faq widgets om-oss kontakt ' +
    'skapa pro 2025 2026 infopoint inlagg moderering'
  ).split(' '),
);

export function isReserved(segment: string): boolean {
  return reserved.has(segment.toLowerCase());
}

export const reservedSegments = (): readonly string[] => [...reserved];

/** Addresses of areas, before anything is drawn: of each the first segment, unless it is a name itself. */
export function reserve(paths: readonly string[]): void {
  for (const path of paths) {
    const first = path.split('/')[0] ?? '';
    if (!first.startsWith(':')) reserved.add(first);
  }
}
