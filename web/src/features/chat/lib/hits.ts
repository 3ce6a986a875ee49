/** What of a message is shown where it was found. Pure. */
export interface Piece {
  text: string;
  marked: boolean;
}

/** Characters before the first word that is meant, and in all. */
const BEFORE = 40;
const LENGTH = 180;

/** A part of the text around the first of `words` (as they stand in it), in pieces of which those words are marked. */
export function snippet(text: string, words: readonly string[]): Piece[] {
  const line = text.replace(/\s+/gu, ' ').trim();
  const places = wordPlaces(line, words);
  const first = places[0]?.[0] ?? 0;
  const space = line.lastIndexOf(' ', Math.max(first - BEFORE, 0));
  const from = first <= BEFORE ? 0 : space + 1;
  const room = line.lastIndexOf(' ', from + LENGTH);
  const until =
    line.length <= from + LENGTH || room <= first ? Math.min(line.length, from + LENGTH) : room;
  const pieces: Piece[] = [];
  const add = (piece: string, marked: boolean) => {
    if (piece) pieces.push({ text: piece, marked });
  };
  if (from > 0) add('… ', false);
  let at = from;
  for (const [begin, end] of places) {
    if (begin < at || end > until) continue;
    add(line.slice(at, begin), false);
    add(line.slice(begin, end), true);
    at = end;
  }
  add(line.slice(at, until), false);
  if (until < line.length) add(' …', false);
  return pieces;
}

const LETTER = /[\p{L}\p{N}]/u;

/** Where whole words stand, in their order. */
function wordPlaces(line: string, words: readonly string[]): [number, number][] {
  const places: [number, number][] = [];
  for (const word of words) {
    if (!word) continue;
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + word.length)) {
      const end = at + word.length;
      const whole = !LETTER.test(line[at - 1] ?? '') && !LETTER.test(line[end] ?? '');
      if (whole) places.push([at, end]);
    }
  }
  return places.sort((one, other) => one[0] - other[0]);
}
