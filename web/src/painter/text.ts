/** A message's text as elements, as components/RichText.tsx and MessageText.tsx draw it: text by text, never as markup. Links lead
 * nowhere: a click is the app's (stay.ts).
 */
import type { Channel, Message } from '@/api/types.ts';
import { blocksOf, shownName } from '@/features/chat/lib/mentions.ts';
import type { Block, Inline } from '@/lib/tokenize.ts';
import { part } from './fill.ts';

type Around = { frame: ParentNode; me: number; channels: readonly Channel[] };
type Values = Record<string, string | number | undefined>;

/** `like`: the tag, and in the frame's sample of a text the element whose class it has. */
function make(sample: ParentNode, like: string, inside: (Node | string)[], values: Values = {}) {
  const tag = /[a-z]+$/.exec(like)?.[0] ?? 'span';
  const element = document.createElement(tag);
  element.className = sample.querySelector(like)?.className ?? '';
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...inside);
  return element;
}

const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const;

export function written(message: Message, { frame, me, channels }: Around): Element[] {
  const sample = part(frame, 'text');
  const inline = (token: Inline): Node | string => {
    switch (token.kind) {
      case 'text':
        return token.text;
      case 'bold':
      case 'italic':
      case 'strike':
        return make(sample, TAGS[token.kind], token.children.map(inline));
      case 'code':
        return make(sample, 'p code', [token.text]);
      case 'link':
        return make(sample, 'p a', [token.text], { dir: 'auto' });
      case 'channel': {
        const named = channels.some(({ name }) => name === token.name);
        return named ? make(sample, 'blockquote a', [token.text]) : token.text;
      }
      case 'mention': {
        const { userId } = token;
        const name = shownName(token, message.mentionNames);
        const mine = userId === null || userId === me ? 'true' : undefined;
        return make(sample, userId === null ? 'p span' : 'p button', [name], {
          'data-me': mine,
          dir: 'auto',
        });
      }
    }
  };
  const inlines = (tokens: readonly Inline[]) => tokens.map(inline);

  const code = (text: string) =>
    make(sample, 'pre', [make(sample, 'pre code', [text])], { dir: 'auto' });
  const block = (one: Block): Element => {
    switch (one.kind) {
      case 'codeblock':
        return code(one.text);
      case 'list': {
        const items = one.items.map(({ depth, children, code: within }) => {
          const inside = [...inlines(children), ...within.map(code)];
          const item = make(sample, 'li', inside, { dir: 'auto' });
          if (depth > 0) item.style.marginInlineStart = `${depth * 20}px`;
          return item;
        });
        return one.start === null
          ? make(sample, 'ul', items)
          : make(sample, 'ol', items, { start: one.start });
      }
      case 'quote':
        return make(sample, 'blockquote', one.blocks.map(block));
      case 'paragraph':
        return make(sample, 'p', inlines(one.children), { dir: 'auto' });
    }
  };
  return blocksOf(message).map(block);
}
