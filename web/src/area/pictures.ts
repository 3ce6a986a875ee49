/** The pictures of something: their order, what is said of them, a copy of the width that is shown. Pure. */

export type ShownPicture = { id: string; url: string; width: number; height: number; alt: string };

/** Most pictures of one thing. */
export const MOST_PICTURES = 8;

export type SaidPicture = Pick<ShownPicture, 'id' | 'alt'>;

const said = ({ id, alt }: ShownPicture): SaidPicture => ({ id, alt });

/** With one of them a place earlier (-1) or later (1); at the end it stays. */
export function moved(pictures: readonly ShownPicture[], from: number, by: -1 | 1): SaidPicture[] {
  const all = pictures.map(said);
  const [one, other] = [all[from], all[from + by]];
  if (one && other) [all[from], all[from + by]] = [other, one];
  return all;
}

/** With another text for one of them. */
export const described = (
  pictures: readonly ShownPicture[],
  id: string,
  alt: string,
): SaidPicture[] => pictures.map(said).map((one) => (one.id === id ? { id, alt } : one));

/** Where a copy of about that width is. */
export const srcOf = ({ url }: Pick<ShownPicture, 'url'>, width: number): string =>
  `${url}&w=${width}`;
