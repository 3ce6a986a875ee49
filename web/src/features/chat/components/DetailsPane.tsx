import { Button, NativeSelect, Switch } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { IconArchive, IconPencil, IconPin, IconPrinter, IconWebhook } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Channel, ChannelMembership, NotifyLevel } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { channelFormTexts, notifyLabels } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import { printTexts } from '@/texts/print.ts';
import { webhookTexts } from '@/texts/webhooks.ts';
import { chatApi } from '../api.ts';
import { pinsPath } from '../paths.ts';
import { printOpen } from '../print/printing.ts';
import { can, chatKeys, patchMembership, titleOf } from '../queries.ts';
import { MembersSection } from './MembersSection.tsx';
import { SideHeader } from './SideHeader.tsx';
import classes from './SidePane.module.css';

const ChannelDialog = lazy(() => loadPart(() => import('./ChannelDialog.tsx')));
const ConfirmArchive = lazy(() => loadPart(() => import('./ConfirmArchive.tsx')));

const WebhooksDialog = lazy(() => loadPart(() => import('../webhooks/WebhooksDialog.tsx')));

const LEVELS = Object.entries(notifyLabels).map(([value, label]) => ({ value, label }));

export default function DetailsPane({ channel }: { channel: Channel }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'archive' | 'webhooks' | null>(null);
  const manages = can(channel, 'MANAGE');

  const settings = async (change: { notifyLevel?: NotifyLevel; muted?: boolean }) => {
    const before: Partial<ChannelMembership> = {
      notifyLevel: channel.member.notifyLevel,
      muted: channel.member.muted,
    };
    patchMembership(client, channel, change);
    try {
      await chatApi.mySettings(channel.id, change);
      await client.invalidateQueries({ queryKey: chatKeys.unread(channel.workspaceId) });
    } catch (error) {
      patchMembership(client, channel, before);
      toast({ type: 'error', message: messageOf(error) });
    }
  };

  const unarchive = async () => {
    try {
      await chatApi.unarchive(channel.id);
      toast({ type: 'success', message: channelFormTexts.unarchived });
      await client.invalidateQueries({
        queryKey: ['chat'],
        predicate: (query) => query.queryKey[1] !== 'messages',
      });
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    }
  };

  return (
    <section className={classes.pane} aria-label={chatTexts.details} data-region>
      <SideHeader title={chatTexts.details} subtitle={titleOf(channel)} channel={channel} />
      <div className={classes.scroll}>
        {(channel.topic || channel.description) && (
          <div className={classes.section}>
            <dl>
              {channel.topic && (
                <div>
                  <dt>{channelFormTexts.topic}</dt>
                  <dd>{channel.topic}</dd>
                </div>
              )}
              {channel.description && (
                <div>
                  <dt>{channelFormTexts.description}</dt>
                  <dd>{channel.description}</dd>
                </div>
              )}
            </dl>
          </div>
        )}
        <div className={`${classes.section} ${classes.stack}`}>
          <NativeSelect
            size="sm"
            label={channelFormTexts.notifyLevel}
            data={LEVELS}
            value={channel.member.notifyLevel}
            onChange={(event) =>
              void settings({ notifyLevel: event.currentTarget.value as NotifyLevel })
            }
          />
          <Switch
            label={channelFormTexts.mute}
            description={channelFormTexts.muteHint}
            checked={channel.member.muted}
            onChange={(event) => void settings({ muted: event.currentTarget.checked })}
          />
        </div>
        <div className={`${classes.section} ${classes.row}`}>
          <Button
            size="sm"
            variant="default"
            component={Link}
            to={pinsPath(channel)}
            leftSection={<IconPin size={16} aria-hidden="true" />}
          >
            {chatTexts.pins}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={printOpen}
          >
            {printTexts.print}
          </Button>
          {can(channel, 'MODERATE') && !channel.archived && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconWebhook size={16} aria-hidden="true" />}
              onClick={() => setDialog('webhooks')}
            >
              {webhookTexts.title}
            </Button>
          )}
        </div>
        {manages && (
          <div className={`${classes.section} ${classes.row}`}>
            {!channel.archived && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setDialog('edit')}
              >
                {channelFormTexts.editChannel}
              </Button>
            )}
            {/* The general channel is never archived. */}
            {!channel.general && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconArchive size={16} aria-hidden="true" />}
                onClick={() => (channel.archived ? void unarchive() : setDialog('archive'))}
              >
                {channel.archived ? channelFormTexts.unarchive : channelFormTexts.archive}
              </Button>
            )}
          </div>
        )}
        <MembersSection channel={channel} />
      </div>
      <Suspense>
        {dialog === 'edit' && (
          <ChannelDialog
            workspaceId={channel.workspaceId}
            channel={channel}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'webhooks' && (
          <WebhooksDialog channel={channel} onClose={() => setDialog(null)} />
        )}
        {dialog === 'archive' && (
          <ConfirmArchive channel={channel} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </section>
  );
}
