/** Positions as people write and read them: degrees (WGS 84) with a decimal comma or point. Pure. */

export type Position = { longitude: number; latitude: number };

const NUMBER = String.raw`[+\-−]?\d{1,3}(?:[.,]\d+)?`;
const WITH_POINT = String.raw`[+\-−]?\d{1,3}(?:\.\d+)?`;
/** With a degree sign and the letter of a direction where there is one: Swedish Ö and V, or E and W. */
const ONE = new RegExp(String.raw`^(${NUMBER})\s*°?\s*([NSEÖWV])?$`, 'i');
/** A comma alone parts two numbers only where their decimals have points. */
const TWO = [
  new RegExp(String.raw`^(${NUMBER})°?\s*(?:[;\s]|,\s)\s*(${NUMBER})°?$`),
  new RegExp(String.raw`^(${WITH_POINT})°?\s*,\s*(${WITH_POINT})°?$`),
];

const LARGEST = { longitude: 180, latitude: 90 };
/** About 11 cm, which the server keeps; about 100 m, which is all that is sent of a device's position. */
const KEPT = 6;
const DEVICE = 3;
const KM = 1000;

const numberOf = (text: string) => Number(text.replace('−', '-').replace(',', '.'));

/** null: not a number of degrees. Whether it lies on the earth is `isOnEarth`. */
export function degreesOf(text: string): number | null {
  const [, digits, direction] = ONE.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const found = numberOf(digits);
  return direction && 'SWV'.includes(direction.toUpperCase()) ? -found : found;
}

/** Latitude and longitude in one text, in the order in which maps and phones copy them; null: it is not two numbers. */
export function pairOf(text: string): { latitude: string; longitude: string } | null {
  for (const form of TWO) {
    const [, latitude, longitude] = form.exec(text.trim()) ?? [];
    if (latitude && longitude) return { latitude, longitude };
  }
  return null;
}

export const isOnEarth = (degrees: number, which: keyof Position): boolean =>
  Math.abs(degrees) <= LARGEST[which];

export function rounded(degrees: number, decimals: number): number {
  const factor = 10 ** decimals;
  // Not -0.
  return Math.round(degrees * factor) / factor || 0;
}

const both = ({ longitude, latitude }: Position, decimals: number): Position => ({
  longitude: rounded(longitude, decimals),
  latitude: rounded(latitude, decimals),
});
export const keptOf = (position: Position): Position => both(position, KEPT);
/** What is sent of where a device is. */
export const coarse = (position: Position): Position => both(position, DEVICE);

/** As one writes it in Swedish: '59,3293'. */
export const fieldText = (degrees: number): string =>
  String(rounded(degrees, KEPT)).replace('.', ',');

/** '59,3293° N, 18,0686° Ö' */
export function positionWords({ latitude, longitude }: Position): string {
  const said = (degrees: number, [more, less]: readonly [string, string]) =>
    `${fieldText(Math.abs(degrees))}° ${degrees < 0 ? less : more}`;
  return `${said(latitude, ['N', 'S'])}, ${said(longitude, ['Ö', 'V'])}`;
}

/** Of metres: '50 m', '1,2 km', '12 km'. */
export function distanceWords(metres: number): string {
  const tens = Math.max(10, Math.round(metres / 10) * 10);
  if (tens < KM) return `${tens} m`;
  const tenths = Math.round(metres / 100) / 10;
  return tenths < 10 ? `${String(tenths).replace('.', ',')} km` : `${Math.round(metres / KM)} km`;
}
