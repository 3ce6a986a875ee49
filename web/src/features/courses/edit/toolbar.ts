/** What the toolbar does to a text: pure; the chosen part is marked, or a sample where nothing is chosen. */
import { block, type Marked } from '@/lib/textPictures.ts';
import { lessonEditTexts } from '@/texts/courses.ts';
import { lessonBlocks } from '../lib/blocks.ts';

export type Tool = keyof typeof lessonEditTexts.tools;

const { samples } = lessonEditTexts;

/** Around what is chosen. */
function around({ text, from, to }: Marked, before: string, after: string, sample: string): Marked {
  const chosen = text.slice(from, to) || sample;
  return {
    text: text.slice(0, from) + before + chosen + after + text.slice(to),
    from: from + before.length,
    to: from + before.length + chosen.length,
  };
}

/** Before each line of what is chosen. */
function lines({ text, from, to }: Marked, sign: (n: number) => string, sample: string): Marked {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const found = text.indexOf('\n', to);
  const end = found === -1 ? text.length : found;
  const chosen = text.slice(start, end) || sample;
  const next = chosen
    .split('\n')
    .map((line, n) => sign(n) + line)
    .join('\n');
  return {
    text: text.slice(0, start) + next + text.slice(end),
    from: start,
    to: start + next.length,
  };
}

const TABLE = [
  `| ${samples.column} 1 | ${samples.column} 2 |`,
  '|---|---|',
  `| ${samples.text} | ${samples.text} |`,
].join('\n');

/** How many pictures of a text say nothing to whoever does not see them. */
export const undescribed = (text: string) =>
  lessonBlocks(text).filter((block) => block.kind === 'picture' && block.alt === '').length;

export function use(tool: Tool, marked: Marked): Marked {
  switch (tool) {
    case 'bold':
      return around(marked, '*', '*', samples.text);
    case 'italic':
      return around(marked, '_', '_', samples.text);
    case 'link':
      return around(marked, '[', '](https://)', samples.link);
    case 'heading':
      return lines(marked, () => '# ', samples.text);
    case 'list':
      return lines(marked, () => '- ', samples.item);
    case 'numbers':
      return lines(marked, (n) => `${n + 1}. `, samples.item);
    case 'quote':
      return lines(marked, () => '> ', samples.text);
    case 'table':
      return block(marked, TABLE);
  }
}
