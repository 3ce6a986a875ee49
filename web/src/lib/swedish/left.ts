/** What is left of a text when what was read of it is taken out: its words, as a title. Pure. */

import type { Place } from './dates.ts';

/** Stands for what was taken out: of Unicode's private use, so no text has it. */
export const OUT = '\uE000';

/** The same places, nothing in them. */
export const blank = (text: string, { at, end }: Place) =>
  text.slice(0, at) + OUT.repeat(end - at) + text.slice(end);

/** The same of its numbers alone. */
export const blankNumbers = (text: string, { at, end }: Place) =>
  text.slice(0, at) + text.slice(at, end).replace(/\d/g, OUT) + text.slice(end);

/** What is left over when a time is taken out of a line. */
export const LOOSE_ENDS =
  /(?<![\p{L}\p{N}])(?:nu på|på|den|kl\.?|klockan|från|till|i|om|,)\s*(?=\uE000)/giu;
/** What no title begins or ends with. */
export const EDGES = /^[\s,.:;–—-]+|[\s,:;–—-]+$/gu;

/** The words of a line that are left, in one piece. */
export const wordsLeft = (masked: string): string =>
  masked
    .replace(LOOSE_ENDS, '')
    .replace(/\(\s*\uE000[\s\uE000,]*\)/g, ' ')
    .replace(/\s*\uE000+/g, ' ')
    .replace(/\s+([,.!?;:])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(EDGES, '');
