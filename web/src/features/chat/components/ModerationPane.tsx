import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Channel, Message } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { shortTime } from '@/lib/times.ts';
import { channelFormTexts } from '@/texts/channelForms.ts';
import { chatTexts } from '@/texts/chat.ts';
import { decide } from '../moderation.ts';
import { pendingQuery, titleOf } from '../queries.ts';
import { useChatSession } from '../session.ts';
import { BotMark } from './BotMark.tsx';
import { MessageText } from './MessageText.tsx';
import { SideHeader } from './SideHeader.tsx';
import classes from './SidePane.module.css';

const RejectDialog = lazy(() => loadPart(() => import('./RejectDialog.tsx')));

export default function ModerationPane({ channel }: { channel: Channel }) {
  const session = useChatSession();
  const client = useQueryClient();
  const pending = useQuery(pendingQuery(channel.id));
  const [rejecting, setRejecting] = useState<Message | null>(null);
  const [busy, setBusy] = useState<number | null>(null);

  const approve = async (message: Message) => {
    setBusy(message.id);
    await decide(client, session, message, { approve: true });
    setBusy(null);
  };

  return (
    <section className={classes.pane} aria-label={chatTexts.moderation} data-region>
      <SideHeader title={chatTexts.moderation} subtitle={titleOf(channel)} channel={channel} />
      <div className={classes.scroll}>
        {pending.isError && !pending.data && (
          <ErrorState error={pending.error} onRetry={() => void pending.refetch()} />
        )}
        {pending.isPending && <LoadingState />}
        {pending.data?.length === 0 && (
          <EmptyState
            title={channelFormTexts.moderationEmpty}
            icon={<IconShieldCheck size={28} />}
          />
        )}
        <ul className={classes.plain}>
          {pending.data?.map((message) => (
            <li key={message.id} className={classes.card}>
              <div className={classes.who}>
                <Avatar name={message.userName} image={message.userAvatar} size={28} />
                <b>{message.userName}</b>
                <BotMark of={message} />
                <time dateTime={message.created}>{shortTime(message.created)}</time>
              </div>
              <div className={classes.words}>
                <MessageText message={message} me={session.me.idUser} />
              </div>
              <div className={classes.decide}>
                <Button
                  size="sm"
                  loading={busy === message.id}
                  onClick={() => void approve(message)}
                >
                  {chatTexts.approve}
                </Button>
                <Button size="sm" variant="default" onClick={() => setRejecting(message)}>
                  {chatTexts.reject}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <Suspense>
        {rejecting && (
          <RejectDialog
            onClose={() => setRejecting(null)}
            onReject={(reason) => {
              const message = rejecting;
              setRejecting(null);
              void decide(client, session, message, { approve: false, reason });
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
