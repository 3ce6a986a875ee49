import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Workspace } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import { paneTexts } from '@/texts/panes.ts';
import { workspacePath } from '../paths.ts';
import { workspaceUnreadQuery } from '../queries.ts';
import classes from './WorkspaceSwitcher.module.css';

type WorkspaceListProps = {
  workspaces: readonly Workspace[];
  /** The one that is open. */
  open: number;
  anchor: Element;
  onClose: () => void;
};

/** The workspaces to choose from, fetched when they are asked for. */
export default function WorkspaceList({ workspaces, open, anchor, onClose }: WorkspaceListProps) {
  return (
    <Sheet label={paneTexts.workspaces} anchor={anchor} onClose={onClose}>
      <ul className={classes.list}>
        {workspaces.map((one) => (
          <li key={one.workspaceId}>
            <Link
              to={workspacePath(one.workspaceId)}
              className={classes.item}
              aria-current={one.workspaceId === open || undefined}
              onClick={onClose}
            >
              <Avatar name={one.entityName} size={28} />
              <span className={classes.texts}>
                <span>{one.workspaceName}</span>
                {one.entityName !== one.workspaceName && <small>{one.entityName}</small>}
              </span>
              {one.workspaceId === open ? (
                <IconCheck size={16} aria-hidden="true" />
              ) : (
                <Unread workspaceId={one.workspaceId} />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Channels with something unread there, as it is when the list opens. */
function Unread({ workspaceId }: { workspaceId: number }) {
  const { data } = useQuery({ ...workspaceUnreadQuery(workspaceId), staleTime: 0 });
  return <CountBadge count={data?.total ?? 0} cap={99} />;
}
