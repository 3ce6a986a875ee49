import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Channel } from '@/api/types.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { channelFormTexts } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatApi } from '../api.ts';
import { archivedNow, chatKeys, titleOf } from '../queries.ts';
import classes from './dialogs.module.css';

export default function ConfirmArchive({
  channel,
  onClose,
}: {
  channel: Channel;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const archive = async () => {
    setBusy(true);
    try {
      await chatApi.archive(channel.id);
      toast({ type: 'success', message: channelFormTexts.archived });
      onClose();
      archivedNow(client, channel.workspaceId, channel.id);
      await client.invalidateQueries({ queryKey: chatKeys.archived(channel.workspaceId) });
    } catch (error) {
      // A word about it would lie behind the dialog.
      onClose();
      toast({ type: 'error', message: messageOf(error) });
    }
  };
  return (
    <Dialog onClose={onClose} title={channelFormTexts.archiveTitle(titleOf(channel))}>
      <p>{channelFormTexts.archiveText}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {chatTexts.cancel}
        </Button>
        <Button loading={busy} onClick={() => void archive()} data-autofocus>
          {channelFormTexts.archive}
        </Button>
      </div>
    </Dialog>
  );
}
