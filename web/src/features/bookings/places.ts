/** Where what can be booked is: by the places that are written of it, and by the spaces that it is a part of. Pure. */
import type { GuidePlace } from '@/area/slots.ts';
import { tidy } from './fields.ts';
import type { Bookable, Space } from './types.ts';

/** A space with what can be booked of it, the whole first; one that is not divided has one. */
export type SpaceAt = { key: string; name: string; unitCount: number; parts: Bookable[] };
/** `place`: '' where nothing is written. */
export type PlaceAt = { place: string; bookables: Bookable[]; spaces: SpaceAt[] };

/** As long as the server takes (actors/src/bookings/bookables.rs). */
export const PLACE = 200;

/** A place of the guide as it is written of what can be booked: 'Almgården, Almgatan 4'. */
export const inALine = ({ name, address }: Pick<GuidePlace, 'name' | 'address'>): string =>
  (address ? `${name}, ${address}` : name).slice(0, PLACE);

/** A place of the guide, and the words that were put in the field when it was chosen. */
export type GuideLink = { idInfopoint: number; words: string };

export const chosenIn = (place: GuidePlace): GuideLink => ({
  idInfopoint: place.idInfopoint,
  words: inALine(place),
});

export const guideOf = (
  old: Pick<Bookable, 'place' | 'idInfopoint'> | null | undefined,
): GuideLink | null =>
  old?.idInfopoint === undefined ? null : { idInfopoint: old.idInfopoint, words: old.place };

/** What leads to the place of the guide: nothing once other words stand there. */
export const linkOf = (place: string, guide: GuideLink | null): { idInfopoint?: number } =>
  guide && tidy(place) === tidy(guide.words) ? { idInfopoint: guide.idInfopoint } : {};

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'sv');

function spacesOf(bookables: readonly Bookable[], spaces: readonly Space[]): SpaceAt[] {
  const found = new Map<string, SpaceAt>();
  for (const one of bookables) {
    const space = spaces.find(({ idSpace }) => idSpace === one.idSpace);
    const key = space ? `space ${space.idSpace}` : `own ${one.idBookable}`;
    const held = found.get(key);
    if (held) held.parts.push(one);
    else {
      const { name, unitCount } = space ?? { name: one.name, unitCount: 1 };
      found.set(key, { key, name, unitCount, parts: [one] });
    }
  }
  for (const { parts } of found.values()) {
    parts.sort((a, b) => b.units.length - a.units.length || byName(a, b));
  }
  return [...found.values()].sort(byName);
}

/** Places by name, however their letters are large or small; what has none comes last. */
export function placesOf(bookables: readonly Bookable[], spaces: readonly Space[]): PlaceAt[] {
  const found = new Map<string, Bookable[]>();
  for (const one of bookables) {
    const key = tidy(one.place).toLocaleLowerCase('sv');
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()]
    .map((all) => ({
      place: tidy(all[0]?.place ?? ''),
      bookables: all,
      spaces: spacesOf(all, spaces),
    }))
    .sort((a, b) => {
      if (!a.place || !b.place) return a.place ? -1 : 1;
      return a.place.localeCompare(b.place, 'sv');
    });
}
