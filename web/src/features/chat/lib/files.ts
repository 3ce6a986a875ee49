/** Files of messages: what may be sent, and how they are named to people. Pure. */

/** Of one file, in bytes, and of one message. */
export const FILE_MAX = 25 * 1024 * 1024;
export const FILES_MAX = 10;

const UNITS = ['B', 'kB', 'MB'];

/** 25 MB, 1,4 MB, 300 B. */
export function sizeOf(bytes: number): string {
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toLocaleString('sv-SE', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** Phones make them, and hardly any browser shows them. */
export const isHeic = (name: string): boolean => /\.hei[cf]$/iu.test(name);

/** The part of a screen that a picture takes before it is there, at most `width` by `height` (px). */
export function fitted(
  picture: { width?: number | null; height?: number | null },
  width: number,
  height: number,
): { width: number; height: number } {
  const own = { width: picture.width || width, height: picture.height || height };
  const scale = Math.min(1, width / own.width, height / own.height);
  return { width: Math.round(own.width * scale), height: Math.round(own.height * scale) };
}
