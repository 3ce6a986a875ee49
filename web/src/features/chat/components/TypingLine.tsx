import { type ReactNode, useSyncExternalStore } from 'react';
import { typingText } from '../lib/typing.ts';
import { useChatSession } from '../session.ts';
import classes from './Composer.module.css';

/** Always takes its line, so that nothing moves when somebody begins to write. */
export function TypingLine({
  channelId,
  threadId,
  note,
}: {
  channelId: number;
  threadId: number | null;
  /** What stands here while nobody writes. */
  note?: ReactNode;
}) {
  const { typing } = useChatSession();
  const typists = useSyncExternalStore(typing.subscribe, typing.snapshot, typing.snapshot);
  const here = typists.filter(
    (one) => one.channelId === channelId && one.parentMessageId === threadId,
  );
  const text = typingText(here.map((one) => one.userName));
  return <div className={classes.typing}>{text || note}</div>;
}
