import { IconArrowLeft, IconDots } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Channel } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import hidden from '@/components/spoken.module.css';
import { toast } from '@/components/toast.ts';
import { chatApi } from '@/features/chat/api.ts';
import { headerClasses as header, printOpen, titleOf } from '@/features/chat/index.ts';
import { MESSAGES_ROOT, pinsPath } from '@/features/chat/paths.ts';
import { contactCalls } from '@/features/contacts/api.ts';
import { blockedQuery, contactsKey } from '@/features/contacts/keys.ts';
import { statusQuery } from '@/features/status/api.ts';
import { StatusLine } from '@/features/status/index.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { printTexts } from '@/texts/print.ts';
import { messageKeys } from '../api.ts';
import type { Held } from '../inbox.ts';
import type { Correspondent } from '../types.ts';
import classes from './messages.module.css';

const Confirm = lazy(async () => ({
  default: (await loadPart(() => import('@/components/Dialog.tsx'))).Confirm,
}));

/** Who it is with, and what can be done about them. */
export function ConversationHeader({
  conversation,
  channel,
}: {
  conversation: Held;
  channel: Channel;
}) {
  const navigate = useNavigate();
  const { people } = conversation;
  const [one] = people;
  const alone = people.length === 1 && one ? one : null;
  // Between people no list says what they say of themselves.
  useQuery({ ...statusQuery(one?.userId ?? 0, one?.username ?? ''), enabled: alone !== null });
  return (
    <header className={header.header}>
      <button
        type="button"
        className={`${header.button} ${header.back}`}
        aria-label={messagesTexts.back}
        onClick={() => void navigate(MESSAGES_ROOT)}
      >
        <IconArrowLeft size={20} aria-hidden="true" />
      </button>
      {alone && (
        <span className={classes.picture} data-online={alone.online || undefined}>
          <Avatar name={alone.displayName} image={alone.avatar ?? null} size={32} />
        </span>
      )}
      <div className={header.titles}>
        <h1 className={header.title}>
          <span dir="auto">{titleOf(channel)}</span>
          {alone?.online && <span className={hidden.spoken}>, {messagesTexts.online}</span>}
        </h1>
        {alone && <StatusLine userId={alone.userId} className={header.topic ?? ''} />}
        {people.length > 1 && (
          <p className={header.topic}>{people.map((each) => each.displayName).join(', ')}</p>
        )}
      </div>
      <Menu conversation={conversation} alone={alone} />
    </header>
  );
}

function Menu({ conversation, alone }: { conversation: Held; alone: Correspondent | null }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const blocks = useQuery({ ...blockedQuery, enabled: alone !== null }).data;
  const block = blocks?.find((one) => one.user.id === alone?.userId);
  const again = () => {
    void client.invalidateQueries({ queryKey: contactsKey });
    void client.invalidateQueries({ queryKey: messageKeys.inbox });
    void client.invalidateQueries({ queryKey: messageKeys.channel(conversation.id) });
  };
  const failed = (error: unknown) => toast({ type: 'error', message: messageOf(error) });
  const change = useMutation({
    mutationFn: async () => {
      if (block) await contactCalls.unblock(block.blockId);
      else if (alone) await contactCalls.block(alone.userId);
    },
    onSuccess: () => {
      setAsking(false);
      again();
      toast({
        type: 'success',
        message: block ? messagesTexts.unblocked : messagesTexts.blocked,
      });
    },
    onError: failed,
  });
  const mute = useMutation({
    mutationFn: () => chatApi.mySettings(conversation.id, { muted: !conversation.muted }),
    onSuccess: again,
    onError: failed,
  });

  return (
    <>
      <Dropdown
        className={header.button ?? ''}
        name={messagesTexts.more}
        label={<IconDots size={20} aria-hidden="true" />}
      >
        {conversation.people.map((one) => (
          <Link key={one.userId} className={dropdownItem} to={`/u/${one.slug}`}>
            {messagesTexts.profile(one.displayName)}
          </Link>
        ))}
        <Link className={dropdownItem} to={pinsPath({ id: conversation.id, workspaceId: 0 })}>
          {chatTexts.pins}
        </Link>
        <button type="button" className={dropdownItem} onClick={printOpen}>
          {printTexts.print}
        </button>
        <button type="button" className={dropdownItem} onClick={() => mute.mutate()}>
          {conversation.muted ? messagesTexts.unmute : messagesTexts.mute}
        </button>
        {alone && (
          <button
            type="button"
            className={dropdownItem}
            onClick={() => (block ? change.mutate() : setAsking(true))}
          >
            {block
              ? messagesTexts.unblock(alone.displayName)
              : messagesTexts.block(alone.displayName)}
          </button>
        )}
      </Dropdown>
      {asking && alone && (
        <Suspense>
          <Confirm
            title={messagesTexts.blockTitle}
            text={messagesTexts.blockText(alone.displayName)}
            action={messagesTexts.blockAction}
            danger
            pending={change.isPending}
            onConfirm={() => change.mutate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
