/** How somebody without a picture is shown, and where the picture of others is. Pure. */

const HUES = 6;
const QUALITY = 50;

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('sv') ?? '').join('');
}

export function hueOf(name: string): number {
  let hash = 0;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x5bd1e995);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

/** Asks for twice the size shown, for dense screens. */
export function sized(path: string, size: number): string {
  if (path.startsWith('data:') || path.startsWith('blob:')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}w=${size * 2}&q=${QUALITY}`;
}
