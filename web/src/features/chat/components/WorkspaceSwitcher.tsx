import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Workspace } from '@/api/types.ts';
import hidden from '@/components/spoken.module.css';
import { unreadQuery } from '@/features/accounts/api.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import { workspaceUnreadQuery } from '../queries.ts';
import classes from './WorkspaceSwitcher.module.css';

const WorkspaceList = lazy(() => loadPart(() => import('./WorkspaceList.tsx')));

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
        <Suspense>
          <WorkspaceList
            workspaces={workspaces}
            open={workspace.workspaceId}
            anchor={anchor}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whether more is unread than what this workspace's own list shows. */
function useUnreadElsewhere(workspaceId: number): boolean {
  const all = useQuery(unreadQuery).data?.chat ?? 0;
  const here = useQuery(workspaceUnreadQuery(workspaceId)).data;
  return here !== undefined && all > here.channels.filter(({ hasUnread }) => hasUnread).length;
}
