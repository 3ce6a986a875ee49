/**
 * Pictures in a text: a line `![what is to be seen](bild:4711)` is a file of what the text belongs to, by its number. The server reads the
 * same lines (`storage/src/files/shown.rs`). Pure.
 */
export type TextPicture = { id: number; width: number; height: number; url: string };

const PICTURE = /^\s*!\[([^\]]*)\]\(bild:([1-9]\d*)\)\s*$/;

/** The picture that a line is; null: it is text. */
export function pictureAt(line: string): { kind: 'picture'; id: number; alt: string } | null {
  const [, alt = '', digits] = PICTURE.exec(line) ?? [];
  const id = Number(digits);
  return Number.isSafeInteger(id) ? { kind: 'picture', id, alt: alt.trim() } : null;
}

export type Piece = { kind: 'text'; text: string } | NonNullable<ReturnType<typeof pictureAt>>;

/** A text as stretches between pictures, and these. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.some((line) => line.trim() !== ''))
      found.push({ kind: 'text', text: open.join('\n') });
    open = [];
  };
  for (const line of text.split('\n')) {
    const picture = pictureAt(line);
    if (picture) {
      close();
      found.push(picture);
    } else open.push(line);
  }
  close();
  return found;
}

/** A text and what of it is chosen. */
export type Marked = { text: string; from: number; to: number };

/** Puts something into a text as a block of its own. */
export function block({ text, from, to }: Marked, content: string): Marked {
  const gap = (part: string) =>
    part === '' || part.endsWith('\n\n') ? '' : part.endsWith('\n') ? '\n' : '\n\n';
  const start = text.slice(0, from) + gap(text.slice(0, from));
  const rest = text.slice(to);
  const end = rest === '' || rest.startsWith('\n') ? rest : `\n\n${rest}`;
  return { text: start + content + end, from: start.length, to: start.length + content.length };
}

/** Puts a picture into a text by its number, ready for what it shows to be written. */
export function withPicture(marked: Marked, id: number): Marked {
  const { text, from } = block(marked, `![](bild:${id})`);
  return { text, from: from + 2, to: from + 2 };
}
