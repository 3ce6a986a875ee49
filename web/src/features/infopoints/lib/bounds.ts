/** The part of the map that is looked at. Pure. */
import { type Position, rounded } from './coordinates.ts';

/** In degrees. `west` may be larger than `east`: it lies over the line of the date then. */
export type Bounds = { west: number; south: number; east: number; north: number };

export const SWEDEN: Bounds = { west: 10.5, south: 55, east: 24.5, north: 69.3 };

/** About 11 m. */
const DECIMALS = 4;
const AROUND = 360;
/** Of one degree of latitude. */
const METRES = 111_320;
/** How much of a view's width and height is left by a step into it. */
const STEP = 0.25;
/** Nothing is looked at closer than this by itself (degrees). */
const CLOSEST = 0.02;

/** Within -180 … 180, as the server takes it. */
const wrapped = (longitude: number) =>
  ((((longitude + AROUND / 2) % AROUND) + AROUND) % AROUND) - AROUND / 2;

/** What the server is asked. */
export function bboxOf({ west, south, east, north }: Bounds): string {
  const wide = east - west >= AROUND;
  const [w, e] = wide ? [-180, 180] : [wrapped(west), wrapped(east)];
  return [w, Math.max(south, -90), e, Math.min(north, 90)]
    .map((one) => rounded(one, DECIMALS))
    .join(',');
}

/** Of how many times its height the whole country is still what one looks at. */
const WHOLE = 1.6;

/** What the list shows of a view: of a window in which the country fits the country itself, so that each window asks the same. */
export function askedView(view: Bounds): Bounds {
  const isWhole =
    view.south <= SWEDEN.south &&
    view.north >= SWEDEN.north &&
    view.west <= SWEDEN.west &&
    view.east >= SWEDEN.east &&
    view.north - view.south < (SWEDEN.north - SWEDEN.south) * WHOLE;
  return isWhole ? SWEDEN : view;
}

export function around({ longitude, latitude }: Position, metres: number): Bounds {
  const high = metres / METRES;
  const wide = high / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  return {
    west: longitude - wide,
    south: latitude - high,
    east: longitude + wide,
    north: latitude + high,
  };
}

/** A step closer, to somewhere in the view. */
export function closer(view: Bounds, { longitude, latitude }: Position): Bounds {
  const high = Math.max(((view.north - view.south) * STEP) / 2, CLOSEST / 2);
  const wide = Math.max((Math.abs(view.east - view.west) * STEP) / 2, CLOSEST / 2);
  return {
    west: longitude - wide,
    south: latitude - high,
    east: longitude + wide,
    north: latitude + high,
  };
}

/** All of them with some room around; null: there are none. */
export function containing(positions: readonly Position[]): Bounds | null {
  if (positions.length === 0) return null;
  const xs = positions.map(({ longitude }) => longitude);
  const ys = positions.map(({ latitude }) => latitude);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const wide = Math.max((east - west) / 10, CLOSEST / 2);
  const high = Math.max((north - south) / 10, CLOSEST / 2);
  return { west: west - wide, south: south - high, east: east + wide, north: north + high };
}
