import { useMemo } from 'react';
import { type Block, type Inline, tokenize } from '@/lib/tokenize.ts';
import { RichText, useEmojiNames } from './RichText.tsx';

/** A text of paragraphs, lists and quotes; a name in it is text like any other. */
export function LongText({ text }: { text: string }) {
  const names = useEmojiNames(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew once there are names
  const blocks = useMemo(() => tokenize(text).flatMap(paragraphs), [text, names]);
  return <RichText blocks={blocks} name={({ text: said }) => said} />;
}

/** An empty line begins a new paragraph. */
function paragraphs(block: Block): Block[] {
  if (block.kind !== 'paragraph') return [block];
  const parts: Inline[][] = [[]];
  let line: Inline[] = [];
  const end = () => {
    if (line.every((one) => one.kind === 'text' && one.text.trim() === '')) parts.push([]);
    else parts.at(-1)?.push(...line);
    line = [];
  };
  for (const token of block.children) {
    const breaks = token.kind === 'text' && token.text === '\n';
    if (breaks) end();
    // A break stands between two lines of a paragraph, not before its first.
    if (!breaks || (parts.at(-1)?.length ?? 0) > 0) line.push(token);
  }
  end();
  return parts
    .filter((children) => children.length > 0)
    .map((children) => ({ kind: 'paragraph', children }));
}
