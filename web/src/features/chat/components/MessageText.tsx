import { Fragment, memo, useMemo } from 'react';
import type { Message } from '@/api/types.ts';
import { mentionRanges } from '../lib/mentions.ts';
import { type Block, type Inline, isJumbo, tokenize } from '../lib/tokenize.ts';
import classes from './MessageText.module.css';

/** A message's text as elements: never as HTML, so nothing a person writes can become markup. */
export const MessageText = memo(function MessageText({
  message,
  me,
}: {
  message: Message;
  me: number;
}) {
  const text = message.formattedContent || message.content;
  const blocks = useMemo(
    () => tokenize(text, mentionRanges(message.content, text, message.mentions)),
    [text, message.content, message.mentions],
  );
  if (isJumbo(text)) return <p className={classes.jumbo}>{text.trim()}</p>;
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity of their own
    <BlockView key={index} block={block} me={me} />
  ));
});

function BlockView({ block, me }: { block: Block; me: number }) {
  if (block.kind === 'codeblock') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard
      <pre className={classes.codeblock} tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    );
  }
  const children = <Inlines tokens={block.children} me={me} />;
  return block.kind === 'quote' ? (
    <blockquote className={classes.quote}>{children}</blockquote>
  ) : (
    <p className={classes.paragraph}>{children}</p>
  );
}

function Inlines({ tokens, me }: { tokens: readonly Inline[]; me: number }) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity of their own
    <Fragment key={index}>
      <InlineView token={token} me={me} />
    </Fragment>
  ));
}

function InlineView({ token, me }: { token: Inline; me: number }) {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'bold':
      return (
        <strong>
          <Inlines tokens={token.children} me={me} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Inlines tokens={token.children} me={me} />
        </em>
      );
    case 'code':
      return <code className={classes.code}>{token.text}</code>;
    case 'link':
      return (
        <a
          className={classes.link}
          href={token.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {token.text}
        </a>
      );
    case 'mention':
      return (
        <span
          className={classes.mention}
          data-me={token.userId === me || token.userId === null || undefined}
        >
          {token.text}
        </span>
      );
  }
}
