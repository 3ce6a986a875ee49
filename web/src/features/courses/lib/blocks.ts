import { pictureAt } from '@/lib/textPictures.ts';

/**
 * A lesson's text: the house's Markdown with headings, tables and the course's own pictures besides. It is taken apart into those and stretches of the
 * house's own, which one tokenizer reads everywhere. Pure, linear in the text.
 */
export type LessonBlock =
  | { kind: 'text'; text: string }
  /** 1–3, below the lesson's own heading. */
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** A file of the course, by its number; as `@/lib/textPictures.ts` reads it. */
  | { kind: 'picture'; id: number; alt: string };

const HEADING = /^(#{1,3}) +(\S.*)$/;
const FENCE = /^ *```/;
const RULE = /^ *\|? *:?-+:? *(\| *:?-+:? *)*\|? *$/;
/** More columns than a page has room for are text. */
const COLUMNS_MAX = 12;

/** The cells of a row; `\|` is a sign in a cell. */
export function cells(line: string): string[] {
  const found: string[] = [];
  let cell = '';
  const text = line.trim().replace(/^\|/, '');
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\' && text[at + 1] === '|') {
      cell += '|';
      at += 1;
    } else if (text[at] === '|') {
      found.push(cell.trim());
      cell = '';
    } else cell += text[at];
  }
  if (cell.trim() !== '') found.push(cell.trim());
  return found;
}

/** The table that begins at a line, and how many lines it has; null: none does. */
function tableAt(
  lines: readonly string[],
  at: number,
): { table: LessonBlock; length: number } | null {
  const [first, rule] = [lines[at] ?? '', lines[at + 1] ?? ''];
  if (!first.includes('|') || !rule.includes('-') || !RULE.test(rule)) return null;
  const head = cells(first);
  const isTable =
    head.length > 0 && head.length <= COLUMNS_MAX && cells(rule).length === head.length;
  if (!isTable) return null;
  const rows: string[][] = [];
  let next = at + 2;
  for (let line = lines[next]; line?.includes('|'); next += 1, line = lines[next]) {
    const row = cells(line);
    rows.push(head.map((_, column) => row[column] ?? ''));
  }
  return { table: { kind: 'table', head, rows }, length: next - at };
}

export function lessonBlocks(text: string): LessonBlock[] {
  const blocks: LessonBlock[] = [];
  const lines = text.split('\n');
  let open: string[] = [];
  const close = () => {
    if (open.some((line) => line.trim() !== ''))
      blocks.push({ kind: 'text', text: open.join('\n') });
    open = [];
  };
  let inCode = false;
  // A fence that nothing closes is text like any other.
  const lastFence = lines.findLastIndex((line) => FENCE.test(line));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line) && (inCode || at < lastFence)) inCode = !inCode;
    const heading = inCode ? null : HEADING.exec(line);
    const picture = inCode || heading ? null : pictureAt(line);
    const table = inCode || heading || picture ? null : tableAt(lines, at);
    if (heading) {
      close();
      const level = Math.min((heading[1] ?? '').length, 3) as 1 | 2 | 3;
      blocks.push({ kind: 'heading', level, text: (heading[2] ?? '').trim() });
    } else if (picture) {
      close();
      blocks.push(picture);
    } else if (table) {
      close();
      blocks.push(table.table);
      at += table.length - 1;
    } else open.push(line);
  }
  close();
  return blocks;
}
