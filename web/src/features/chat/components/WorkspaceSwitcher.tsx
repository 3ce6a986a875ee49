import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Workspace } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import hidden from '@/components/spoken.module.css';
import { unreadQuery } from '@/features/accounts/api.ts';
import { chatTexts } from '@/texts/chat.ts';
import { workspacePath } from '../paths.ts';
import { workspaceUnreadQuery } from '../queries.ts';
import classes from './WorkspaceSwitcher.module.css';

export function WorkspaceSwitcher(props: {
  workspaces: readonly Workspace[];
  workspace: Workspace;
}) {
  const { workspaces, workspace } = props;
  const [anchor, setAnchor] = useState<Element | null>(null);
  const elsewhere = useUnreadElsewhere(workspace.workspaceId);
  if (workspaces.length < 2) {
    return <h2 className={classes.name}>{workspace.workspaceName}</h2>;
  }
  return (
    <>
      <button
        type="button"
        className={classes.switch}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={classes.name}>{workspace.workspaceName}</span>
        <span className={hidden.spoken}>. {chatTexts.chooseWorkspace}</span>
        {elsewhere && (
          <span className={classes.dot}>
            <span className={hidden.spoken}>. {chatTexts.unreadElsewhere}</span>
          </span>
        )}
        <IconSelector size={16} aria-hidden="true" />
      </button>
      {anchor && (
        <Sheet label={chatTexts.workspaces} anchor={anchor} onClose={() => setAnchor(null)}>
          <ul className={classes.list}>
            {workspaces.map((one) => (
              <li key={one.workspaceId}>
                <Link
                  to={workspacePath(one.workspaceId)}
                  className={classes.item}
                  aria-current={one.workspaceId === workspace.workspaceId || undefined}
                  onClick={() => setAnchor(null)}
                >
                  <Avatar name={one.entityName} size={28} />
                  <span className={classes.texts}>
                    <span>{one.workspaceName}</span>
                    {one.entityName !== one.workspaceName && <small>{one.entityName}</small>}
                  </span>
                  {one.workspaceId === workspace.workspaceId ? (
                    <IconCheck size={16} aria-hidden="true" />
                  ) : (
                    <Unread workspaceId={one.workspaceId} />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

/** Channels with something unread there, as it is when the list opens. */
function Unread({ workspaceId }: { workspaceId: number }) {
  const { data } = useQuery({ ...workspaceUnreadQuery(workspaceId), staleTime: 0 });
  return <CountBadge count={data?.total ?? 0} cap={99} />;
}

/** Whether more is unread than what this workspace's own list shows. */
function useUnreadElsewhere(workspaceId: number): boolean {
  const all = useQuery(unreadQuery).data?.chat ?? 0;
  const here = useQuery(workspaceUnreadQuery(workspaceId)).data;
  return here !== undefined && all > here.channels.filter(({ hasUnread }) => hasUnread).length;
}
