/** The towns of Sweden, for the map's names and to say where a cluster is. Pure. */
import table from '../map/towns.csv?raw';
import type { Position } from './coordinates.ts';

export type Town = Position & { name: string };

/** The largest first. */
export function townsOf(text: string): Town[] {
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .slice(1)
    .map((line) => {
      const [name = '', longitude, latitude] = line.split(',');
      return { name, longitude: Number(longitude), latitude: Number(latitude) };
    });
}

export const towns: readonly Town[] = townsOf(table);

/** Degrees of longitude become narrower to the north; over so short a way the rest is flat enough. */
function apart(one: Position, other: Position): number {
  const x = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(x, one.latitude - other.latitude);
}

export const nearestTown = (at: Position, all: readonly Town[] = towns): string =>
  all.reduce<{ name: string; way: number }>(
    (held, town) => {
      const way = apart(at, town);
      return way < held.way ? { name: town.name, way } : held;
    },
    { name: '', way: Number.POSITIVE_INFINITY },
  ).name;

type Pixel = { x: number; y: number };
/** Room of a name (px). */
const [WIDTH, HEIGHT] = [96, 28];

/** Those whose names fit beside each other in a window of that size, the largest first. */
export function namedTowns(
  pixelOf: (town: Town) => Pixel,
  { x: width, y: height }: Pixel,
  all: readonly Town[] = towns,
): Town[] {
  const taken: Pixel[] = [];
  return all.filter((town) => {
    const at = pixelOf(town);
    if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) return false;
    const isFree = taken.every(
      ({ x, y }) => Math.abs(x - at.x) >= WIDTH || Math.abs(y - at.y) >= HEIGHT,
    );
    if (isFree) taken.push(at);
    return isFree;
  });
}
