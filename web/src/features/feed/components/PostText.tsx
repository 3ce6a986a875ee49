import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Name, nameClass, RichText, useEmojiNames } from '@/components/RichText.tsx';
import { tokenize } from '@/lib/tokenize.ts';
import { topicPath } from '../paths.ts';
import type { Mention } from '../types.ts';
import { mentionOf, namedIn } from '../words.ts';

type PostTextProps = { text: string; mentions: readonly Mention[]; topics?: readonly string[] };

const NONE: readonly string[] = [];

export function PostText({ text, mentions, topics = NONE }: PostTextProps) {
  const names = useEmojiNames(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew once there are names
  const blocks = useMemo(
    () => tokenize(text, namedIn(text, mentions, topics)),
    [text, mentions, topics, names],
  );
  return <RichText blocks={blocks} name={(token) => <Named token={token} mentions={mentions} />} />;
}

function Named({ token, mentions }: { token: Name; mentions: readonly Mention[] }) {
  // Channels are the chat's.
  if (token.kind === 'channel') return token.text;
  if (token.text.startsWith('#')) {
    return (
      <Link className={nameClass} to={topicPath(token.text.slice(1).toLowerCase())}>
        {token.text}
      </Link>
    );
  }
  const named = mentionOf(token.text, mentions);
  if (!named) return token.text;
  const person = named.kind === 'person';
  return (
    <Link
      className={nameClass}
      to={person ? `/u/${named.userName}` : `/${named.userName}`}
      data-person={(person && named.idUser) || undefined}
      dir="auto"
    >
      {named.displayName}
    </Link>
  );
}
