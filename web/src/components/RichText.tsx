import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { emojiNames, onEmojiNames, wantEmojiNames } from '@/lib/emojiNames.ts';
import type { Block, Inline } from '@/lib/tokenize.ts';
import classes from './RichText.module.css';

/** What a text names: a person, an organisation, a channel, a topic. */
export type Name = Extract<Inline, { kind: 'mention' | 'channel' }>;

type Shown = {
  /** What stands for a name; it is text like any other where nothing answers to it. */
  name: (token: Name) => ReactNode;
};

/** Marked up names look alike everywhere. */
export const nameClass = classes.mention;
export const jumboClass = classes.jumbo;

/** What people write, as elements: never as HTML, so nothing of it can become markup. */
export function RichText({ blocks, name }: { blocks: readonly Block[] } & Shown) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity of their own
    <BlockView key={index} block={block} name={name} />
  ));
}

/** Another value once the names of emoji are here: a text with such a name is read anew then. */
export function useEmojiNames(text: string) {
  // The painter draws without a browser.
  const names = useSyncExternalStore(onEmojiNames, emojiNames, emojiNames);
  useEffect(() => wantEmojiNames(text), [text]);
  return names;
}

function BlockView({ block, name }: { block: Block } & Shown) {
  switch (block.kind) {
    case 'codeblock':
      return <Code text={block.text} />;
    case 'quote':
      return (
        <blockquote className={classes.quote}>
          <RichText blocks={block.blocks} name={name} />
        </blockquote>
      );
    case 'paragraph':
      // Of its own direction, so that what is written from right to left turns nothing beside it.
      return (
        <p className={classes.paragraph} dir="auto">
          <Inlines tokens={block.children} name={name} />
        </p>
      );
    case 'list': {
      const items = block.items.map(({ depth, children, code }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own
          key={index}
          dir="auto"
          style={depth > 0 ? { marginInlineStart: depth * 20 } : undefined}
        >
          <Inlines tokens={children} name={name} />
          {code.map((text, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as the items
            <Code key={n} text={text} />
          ))}
        </li>
      ));
      return block.start === null ? (
        <ul className={classes.list}>{items}</ul>
      ) : (
        <ol className={classes.list} start={block.start}>
          {items}
        </ol>
      );
    }
  }
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard
    <pre className={classes.codeblock} tabIndex={0} dir="auto">
      <code>{text}</code>
    </pre>
  );
}

function Inlines({ tokens, name }: { tokens: readonly Inline[] } & Shown) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity of their own
    <Fragment key={index}>
      <InlineView token={token} name={name} />
    </Fragment>
  ));
}

const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const;

function InlineView({ token, name }: { token: Inline } & Shown) {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'bold':
    case 'italic':
    case 'strike': {
      const Tag = TAGS[token.kind];
      return (
        <Tag>
          <Inlines tokens={token.children} name={name} />
        </Tag>
      );
    }
    case 'code':
      return <code className={classes.code}>{token.text}</code>;
    case 'link':
      return (
        <a
          className={classes.link}
          href={token.href}
          title={token.text === token.href ? undefined : token.href}
          dir="auto"
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {token.text}
        </a>
      );
    case 'channel':
    case 'mention':
      return name(token);
  }
}
