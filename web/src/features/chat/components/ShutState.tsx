import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { chatTexts } from '@/texts/chat.ts';
import { paneTexts } from '@/texts/panes.ts';
import { workspacePath } from '../paths.ts';
import classes from './ChannelPane.module.css';

/** A channel one may not see, or that is no more: why, and the way on. */
export default function ShutState({ workspaceId, gone }: { workspaceId: number; gone: boolean }) {
  return (
    <div className={classes.center}>
      <EmptyState title={gone ? paneTexts.notFound : paneTexts.notMember}>
        <Button component={Link} to={workspacePath(workspaceId)} replace variant="default">
          {chatTexts.back}
        </Button>
      </EmptyState>
    </div>
  );
}
