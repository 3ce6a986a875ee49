import { memo, useContext, useMemo } from 'react';
import { Link } from 'react-router';
import type { Message } from '@/api/types.ts';
import {
  jumboClass,
  type Name,
  nameClass,
  RichText,
  useEmojiNames,
} from '@/components/RichText.tsx';
import { isJumbo, plainOf } from '@/lib/tokenize.ts';
import { blocksOf, shownName, textOf } from '../lib/mentions.ts';
import { ActionsContext } from './actions.ts';

/** A message's text, with the names that it mentions and the channels that it leads to. */
export const MessageText = memo(function MessageText({
  message,
  me,
}: {
  message: Message;
  me: number;
}) {
  const names = useEmojiNames(textOf(message));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew once there are names
  const blocks = useMemo(() => blocksOf(message), [message, names]);
  const alone = blocks.length === 1 && blocks[0]?.kind === 'paragraph';
  const plain = alone ? plainOf(blocks, (token) => token.text) : '';
  if (isJumbo(plain)) return <p className={jumboClass}>{plain.trim()}</p>;
  return (
    <RichText blocks={blocks} name={(token) => <Named token={token} message={message} me={me} />} />
  );
});

function Named({ token, message, me }: { token: Name; message: Message; me: number }) {
  if (token.kind === 'channel') return <ChannelName name={token.name} text={token.text} />;
  const { userId, text } = token;
  // Everybody is nobody whose card could open.
  if (userId === null) {
    return (
      <span className={nameClass} data-me dir="auto">
        {text}
      </span>
    );
  }
  const name = shownName(token, message.mentionNames);
  return (
    <button
      type="button"
      className={nameClass}
      data-me={userId === me || undefined}
      data-person={userId}
      dir="auto"
      title={name === text ? undefined : text}
    >
      {name}
    </button>
  );
}

/** A name that no channel here has is text like any other. */
function ChannelName({ name, text }: { name: string; text: string }) {
  const path = useContext(ActionsContext)?.channelPath(name);
  return path ? (
    <Link className={nameClass} to={path}>
      {text}
    </Link>
  ) : (
    text
  );
}
