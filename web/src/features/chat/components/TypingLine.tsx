import { useSyncExternalStore } from 'react';
import { typingText } from '../lib/typing.ts';
import { useChatSession } from '../session.ts';
import classes from './Composer.module.css';

/** Always takes its line, so that nothing moves when somebody begins to write. */
export function TypingLine({
  channelId,
  threadId,
}: {
  channelId: number;
  threadId: number | null;
}) {
  const { typing } = useChatSession();
  const typists = useSyncExternalStore(typing.subscribe, typing.snapshot);
  const here = typists.filter(
    (one) => one.channelId === channelId && one.parentMessageId === threadId,
  );
  return <div className={classes.typing}>{typingText(here.map((one) => one.userName))}</div>;
}
