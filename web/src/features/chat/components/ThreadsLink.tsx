import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { CountBadge } from '@/components/CountBadge.tsx';
import { useIdle } from '@/lib/whenIdle.ts';
import { chatTexts } from '@/texts/chat.ts';
import { ownPath } from '../paths.ts';
import { COUNTED, unreadThreadsQuery } from '../threads.ts';
import classes from './ChannelList.module.css';

/** To the threads I take part in, with how many of them have something unread. */
export function ThreadsLink({ workspaceId }: { workspaceId: number }) {
  const idle = useIdle();
  const unread = useQuery({ ...unreadThreadsQuery, enabled: idle }).data ?? 0;
  return (
    <NavLink
      to={ownPath(workspaceId, 'tradar')}
      className={classes.channel}
      data-unread={unread > 0 || undefined}
    >
      <IconMessages size={16} aria-hidden="true" className={classes.kind} />
      <span className={classes.name}>{chatTexts.ownList.tradar}</span>
      <CountBadge count={unread} cap={COUNTED} />
    </NavLink>
  );
}
