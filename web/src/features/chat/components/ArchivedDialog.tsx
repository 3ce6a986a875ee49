import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Dialog } from '@/components/Dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { channelFormTexts } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import { channelPath } from '../paths.ts';
import { archivedQuery, sortChannels, titleOf } from '../queries.ts';
import classes from './WorkspaceSwitcher.module.css';

export default function ArchivedDialog({
  workspaceId,
  onClose,
}: {
  workspaceId: number;
  onClose: () => void;
}) {
  const archived = useQuery(archivedQuery(workspaceId));
  // Where archived=true means «those too», the living ones are not what one looks for here.
  const channels = sortChannels((archived.data ?? []).filter((channel) => channel.archived));
  return (
    <Dialog onClose={onClose} title={chatTexts.archivedChannels}>
      {archived.isError && (
        <ErrorState error={archived.error} onRetry={() => void archived.refetch()} />
      )}
      {archived.isPending && <LoadingState />}
      {archived.data && channels.length === 0 && (
        <EmptyState title={channelFormTexts.noArchived} icon={<IconArchive size={28} />} />
      )}
      <ul className={classes.list}>
        {channels.map((channel) => (
          <li key={channel.id}>
            <Link to={channelPath(channel)} className={classes.item} onClick={onClose}>
              {titleOf(channel)}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
