import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import { can, isLost, mayPost } from '../queries.ts';
import classes from './Composer.module.css';

const ShutReason = lazy(() => loadWithin(() => import('./ShutReason.tsx')));

/**
 * The composer where I may write, the reason where I may not. Where writing ended while it stood open it stays below the
 * reason, with what was begun in it: the focus does not move, and nothing is taken (Composer, `shut`).
 */
export function ComposerNotice({
  channel,
  children,
}: {
  channel: Channel;
  children: (shut: boolean) => ReactNode;
}) {
  const may = mayPost(channel);
  const [stood, setStood] = useState(may);
  if (may && !stood) setStood(true);
  const waits =
    may &&
    channel.requireModeration &&
    !can(channel, 'MODERATE') &&
    (!channel.autoApproveMembers || channel.role === 'FOLLOWER');
  return (
    <>
      {!may && (stood || !isLost(channel)) && (
        <p className={classes.notice} role={stood ? 'alert' : undefined}>
          <Suspense>
            <ShutReason channel={channel} />
          </Suspense>
        </p>
      )}
      {stood && children(!may)}
      {waits && <p className={classes.hint}>{chatTexts.moderatedHint}</p>}
    </>
  );
}
