import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Workspace } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { chatTexts } from '@/texts/chat.ts';
import { workspacePath } from '../paths.ts';
import { Sheet } from './Sheet.tsx';
import classes from './WorkspaceSwitcher.module.css';

export function WorkspaceSwitcher(props: {
  workspaces: readonly Workspace[];
  workspace: Workspace;
}) {
  const { workspaces, workspace } = props;
  const [anchor, setAnchor] = useState<Element | null>(null);
  if (workspaces.length < 2) {
    return <h2 className={classes.name}>{workspace.workspaceName}</h2>;
  }
  return (
    <>
      <button
        type="button"
        className={classes.switch}
        aria-label={`${workspace.workspaceName}. ${chatTexts.chooseWorkspace}`}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={classes.name}>{workspace.workspaceName}</span>
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
                  {one.workspaceId === workspace.workspaceId && (
                    <IconCheck size={16} aria-hidden="true" />
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
