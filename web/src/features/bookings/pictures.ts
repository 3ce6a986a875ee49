/** The pictures of a bookable: their order, what is said of them, a copy of the width that is shown. Pure. */
import type { BookablePicture } from './types.ts';

/** Most pictures of a bookable. */
export const MOST_PICTURES = 8;

type Said = Pick<BookablePicture, 'id' | 'alt'>;

const said = ({ id, alt }: BookablePicture): Said => ({ id, alt });

/** With one of them a place earlier (-1) or later (1); at the end it stays. */
export function moved(pictures: readonly BookablePicture[], from: number, by: -1 | 1): Said[] {
  const all = pictures.map(said);
  const [one, other] = [all[from], all[from + by]];
  if (one && other) [all[from], all[from + by]] = [other, one];
  return all;
}

/** With another text for one of them. */
export const described = (pictures: readonly BookablePicture[], id: string, alt: string): Said[] =>
  pictures.map(said).map((one) => (one.id === id ? { id, alt } : one));

/** Where a copy of about that width is. */
export const srcOf = ({ url }: BookablePicture, width: number): string => `${url}&w=${width}`;
