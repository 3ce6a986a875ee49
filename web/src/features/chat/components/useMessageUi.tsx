/** What a pane's rows can set going, and the sheets and dialogs that follow. Channel and thread share it. */
import { useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { messageOf } from '@/api/ApiError.ts';
import type { Attachment, Channel, Message } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatApi } from '../api.ts';
import { abilitiesOf } from '../lib/abilities.ts';
import { decide } from '../moderation.ts';
import { channelPath } from '../paths.ts';
import { channelsQuery } from '../queries.ts';
import { react } from '../reacting.ts';
import { useChatSession } from '../session.ts';
import type { MessageActions } from './actions.ts';
import type { ComposerHandle } from './Composer.tsx';
import { useStable } from './useStable.ts';

const EmojiSheet = lazy(() => loadPart(() => import('./EmojiSheet.tsx')));
const MessageMenu = lazy(() => loadPart(() => import('./MessageMenu.tsx')));
const ConfirmRemove = lazy(() => loadPart(() => import('./ConfirmRemove.tsx')));
const RejectDialog = lazy(() => loadPart(() => import('./RejectDialog.tsx')));
const SaveSheet = lazy(() => loadPart(() => import('../everyday/SaveSheet.tsx')));
const ReactorsSheet = lazy(async () => ({
  default: (await loadPart(() => import('../everyday/Reactors.tsx'))).ReactorsSheet,
}));
const acts = () => loadPart(() => import('../everyday/acts.ts'));
const ForwardDialog = lazy(() => loadPart(() => import('../forward/ForwardDialog.tsx')));
const ReceiptsDialog = lazy(() => loadPart(() => import('../asking/ReceiptsDialog.tsx')));
const VotersDialog = lazy(() => loadPart(() => import('../asking/VotersDialog.tsx')));
const EventFromMessage = lazy(() => loadPart(() => import('../cards/EventFromMessage.tsx')));
const FromMessage = lazy(() => loadPart(() => import('../cards/FromMessage.tsx')));
const PictureView = lazy(() => loadPart(() => import('./PictureView.tsx')));

interface Open {
  kind:
    | 'picker'
    | 'menu'
    | 'remove'
    | 'reject'
    | 'save'
    | 'reactors'
    | 'receipts'
    | 'voters'
    | 'forward'
    | 'event'
    | 'made';
  message: Message;
  anchor: Element | null;
  /** Of what another area makes of it. */
  id?: string;
}

export function useMessageUi(
  channel: Channel,
  threadId: number | null,
  openThread: (message: Message) => void,
  composer: RefObject<ComposerHandle | null>,
) {
  const session = useChatSession();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<{ pictures: readonly Attachment[]; first: number } | null>(
    null,
  );
  const [editing, setEditing] = useState<Message | null>(null);
  const me = session.me.idUser;
  const thread = useRef(openThread);
  thread.current = openThread;

  const actions = useMemo<MessageActions>(
    () => ({
      channelPath: (name) => {
        const channels = client.getQueryData(channelsQuery(channel.workspaceId).queryKey);
        const named = channels?.find((one) => one.name === name);
        return named ? channelPath(named) : null;
      },
      abilities: (message) => abilitiesOf(message, channel, me),
      openThread: (message) => thread.current(message),
      quote: (message) =>
        composer.current?.quote(
          `*${message.userName}:* ${message.formattedContent || message.content}`,
        ),
      forward: (message) => setOpen({ kind: 'forward', message, anchor: null }),
      makeEvent: (message) => setOpen({ kind: 'event', message, anchor: null }),
      make: (message, id) => setOpen({ kind: 'made', message, anchor: null, id }),
      startEdit: setEditing,
      remove: (message) => setOpen({ kind: 'remove', message, anchor: null }),
      react: (message, emoji, on) => void react(session, message, emoji, on),
      pickEmoji: (message, anchor) => setOpen({ kind: 'picker', message, anchor }),
      openMenu: (message, anchor) => setOpen({ kind: 'menu', message, anchor }),
      showPictures: (pictures, first) => setShown({ pictures, first }),
      pin: (message, on) => void acts().then((all) => all.pin(session, message, on)),
      save: (message, anchor) => setOpen({ kind: 'save', message, anchor }),
      markUnread: (message) => void acts().then((all) => all.markUnread(client, channel, message)),
      showReactors: (message, anchor) => setOpen({ kind: 'reactors', message, anchor }),
      showReceipts: (message) => setOpen({ kind: 'receipts', message, anchor: null }),
      showVoters: (message) => setOpen({ kind: 'voters', message, anchor: null }),
      approve: (message) => void decide(client, session, message, { approve: true }),
      reject: (message) => setOpen({ kind: 'reject', message, anchor: null }),
      retry: (id) => session.outbox.retry(id),
      discard: (id) => session.outbox.remove(id),
    }),
    [channel, me, session, client, composer],
  );

  const close = () => setOpen(null);

  const cancelEdit = useCallback(() => setEditing(null), []);

  const saveEdit = useStable(async (message: Message, content: string): Promise<boolean> => {
    try {
      const edited = await chatApi.edit(message.id, content);
      session.settle(edited);
      if (message.visible && !edited.visible) {
        toast({ type: 'info', message: chatTexts.editWaits });
      }
      return true;
    } catch (error) {
      toast({ type: 'error', message: `${chatTexts.editFailed} ${messageOf(error)}` });
      return false;
    }
  });

  const remove = async (message: Message) => {
    close();
    try {
      session.settle(await chatApi.remove(message.id));
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    }
  };

  let overlay: ReactNode = null;
  if (open?.kind === 'picker' && open.anchor) {
    overlay = (
      <EmojiSheet
        anchor={open.anchor}
        onClose={close}
        onPick={(emoji) => {
          close();
          actions.react(open.message, emoji, true);
        }}
      />
    );
  } else if (open?.kind === 'menu' && open.anchor) {
    overlay = (
      <MessageMenu
        message={open.message}
        channel={channel}
        anchor={open.anchor}
        actions={actions}
        inThread={threadId !== null}
        onClose={close}
      />
    );
  } else if (open?.kind === 'save' && open.anchor) {
    overlay = <SaveSheet message={open.message} anchor={open.anchor} onClose={close} />;
  } else if (open?.kind === 'reactors' && open.anchor) {
    overlay = <ReactorsSheet message={open.message} anchor={open.anchor} onClose={close} />;
  } else if (open?.kind === 'forward') {
    overlay = <ForwardDialog message={open.message} channel={channel} onClose={close} />;
  } else if (open?.kind === 'event') {
    const { message } = open;
    overlay = <EventFromMessage {...{ message, channel, threadId }} onClose={close} />;
  } else if (open?.kind === 'made' && open.id) {
    const { message, id } = open;
    overlay = <FromMessage {...{ id, message, channel, threadId }} onClose={close} />;
  } else if (open?.kind === 'receipts') {
    overlay = <ReceiptsDialog message={open.message} onClose={close} />;
  } else if (open?.kind === 'voters') {
    overlay = <VotersDialog message={open.message} channel={channel} onClose={close} />;
  } else if (open?.kind === 'remove') {
    overlay = <ConfirmRemove onClose={close} onConfirm={() => remove(open.message)} />;
  } else if (shown) {
    overlay = <PictureView {...shown} onClose={() => setShown(null)} />;
  } else if (open?.kind === 'reject') {
    overlay = (
      <RejectDialog
        onClose={close}
        onReject={(reason) => {
          close();
          void decide(client, session, open.message, { approve: false, reason });
        }}
      />
    );
  }

  return {
    actions,
    editing,
    cancelEdit,
    startEdit: setEditing,
    saveEdit,
    overlay: overlay && <Suspense>{overlay}</Suspense>,
  };
}
