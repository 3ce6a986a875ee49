/** Files of messages: what may be sent, and how they are named to people. Pure. */

/** Of one file, in bytes, and of one message. */
export const FILE_MAX = 25 * 1024 * 1024;
export const FILES_MAX = 10;

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
