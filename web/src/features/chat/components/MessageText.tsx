import { Fragment, memo, useContext, useMemo } from 'react';
import { Link } from 'react-router';
import type { Message } from '@/api/types.ts';
import { mentionRanges } from '../lib/mentions.ts';
import { type Block, type Inline, isJumbo, tokenize } from '../lib/tokenize.ts';
import { ActionsContext } from './actions.ts';
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
      <pre className={classes.codeblock} tabIndex={0} dir="auto">
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'list') {
    const items = block.items.map(({ depth, children }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own
      <li key={index} dir="auto" style={depth > 0 ? { marginInlineStart: depth * 20 } : undefined}>
        <Inlines tokens={children} me={me} />
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
  // Of its own direction, so that what is written from right to left turns nothing beside it.
  const children = <Inlines tokens={block.children} me={me} />;
  return block.kind === 'quote' ? (
    <blockquote className={classes.quote} dir="auto">
      {children}
    </blockquote>
  ) : (
    <p className={classes.paragraph} dir="auto">
      {children}
    </p>
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

const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const;

function InlineView({ token, me }: { token: Inline; me: number }) {
  switch (token.kind) {
    case 'text':
      return token.text;
    case 'bold':
    case 'italic':
    case 'strike': {
      const Tag = TAGS[token.kind];
      return (
        <Tag>
          <Inlines tokens={token.children} me={me} />
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
      return <ChannelName name={token.name} text={token.text} />;
    case 'mention':
      return (
        <span
          className={classes.mention}
          data-me={token.userId === me || token.userId === null || undefined}
          dir="auto"
        >
          {token.text}
        </span>
      );
  }
}

/** A name that no channel here has is text like any other. */
function ChannelName({ name, text }: { name: string; text: string }) {
  const path = useContext(ActionsContext)?.channelPath(name);
  return path ? (
    <Link className={classes.mention} to={path}>
      {text}
    </Link>
  ) : (
    text
  );
}
