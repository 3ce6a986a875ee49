import {
  IconBookmark,
  IconCalendarPlus,
  IconCheck,
  IconCopy,
  IconFlag,
  IconLink,
  IconMail,
  IconMailOpened,
  IconMessage,
  IconMoodHeart,
  IconMoodPlus,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconQuote,
  IconShare3,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Channel, Message } from '@/api/types.ts';
import { inSlot } from '@/area/slots.ts';
import { openReport } from '@/commands/events.ts';
import { Sheet } from '@/components/Sheet.tsx';
import { toast } from '@/components/toast.ts';
import { writesQuery } from '@/features/calendar/api.ts';
import { reportLabel } from '@/texts/area.ts';
import { makingTexts } from '@/texts/calendar.ts';
import { chatTexts } from '@/texts/chat.ts';
import { markTexts, saveTexts } from '@/texts/everyday.ts';
import { messageMenuTexts } from '@/texts/messageMenu.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { channelPath, MESSAGES_ROOT } from '../paths.ts';
import { useChatSession } from '../session.ts';
import type { MessageActions } from './actions.ts';
import classes from './MessageMenu.module.css';
import { QUICK_REACTIONS } from './MessageToolbar.tsx';

interface Props {
  message: Message;
  channel: Channel;
  anchor: Element;
  actions: MessageActions;
  inThread: boolean;
  onClose: () => void;
}

export default function MessageMenu({
  message,
  channel,
  anchor,
  actions,
  inThread,
  onClose,
}: Props) {
  const can = actions.abilities(message);
  // Who signs in has a calendar; until the answer is there, nothing moves under the pointer.
  const { data: writes = true } = useQuery({ ...writesQuery, enabled: can.makeEvent });
  const navigate = useNavigate();
  const me = useChatSession().me.idUser;
  // The sheet closes first, so that what follows gets the focus.
  const after = (run: () => void) => () => {
    onClose();
    setTimeout(run);
  };
  const copy = (text: string) => () => {
    onClose();
    navigator.clipboard
      .writeText(text)
      .then(() => toast({ type: 'success', message: messageMenuTexts.copied }));
  };
  const link = `${window.location.origin}${channelPath(channel)}?message=${message.parentMessageId ?? message.id}`;
  return (
    <Sheet label={messageMenuTexts.actions} anchor={anchor} onClose={onClose}>
      {can.react && (
        <div className={classes.quick}>
          {QUICK_REACTIONS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={classes.emoji}
              aria-label={`${chatTexts.react} ${emoji}`}
              onClick={after(() => actions.react(message, emoji, true))}
            >
              {emoji}
            </button>
          ))}
          <button
            type="button"
            className={classes.emoji}
            aria-label={chatTexts.react}
            onClick={after(() => actions.pickEmoji(message, anchor))}
          >
            <IconMoodPlus size={22} aria-hidden="true" />
          </button>
        </div>
      )}
      <ul className={classes.items}>
        {can.moderate && (
          <>
            <Item
              icon={<IconCheck size={18} />}
              label={chatTexts.approve}
              run={after(() => actions.approve(message))}
            />
            <Item
              icon={<IconX size={18} />}
              label={chatTexts.reject}
              run={after(() => actions.reject(message))}
            />
          </>
        )}
        {can.reply && !inThread && (
          <Item
            icon={<IconMessage size={18} />}
            label={messageMenuTexts.reply}
            run={after(() => actions.openThread(message))}
          />
        )}
        {can.reply && (
          <Item
            icon={<IconQuote size={18} />}
            label={messageMenuTexts.quote}
            run={after(() => actions.quote(message))}
          />
        )}
        {can.keep && (
          <Item
            icon={<IconShare3 size={18} />}
            label={`${markTexts.forward} …`}
            run={after(() => actions.forward(message))}
          />
        )}
        {can.makeEvent && writes && (
          <Item
            icon={<IconCalendarPlus size={18} />}
            label={`${makingTexts.make} …`}
            run={after(() => actions.makeEvent(message))}
          />
        )}
        {can.keep &&
          inSlot('fromMessage').map(({ id, label, icon: Icon }) => (
            <Item
              key={id}
              icon={<Icon size={18} />}
              label={`${label} …`}
              run={after(() => actions.make(message, id))}
            />
          ))}
        {message.userId !== me && channel.workspaceId !== 0 && (
          <Item
            icon={<IconMail size={18} />}
            label={messagesTexts.writeTo(message.userName)}
            run={after(() => void navigate(`${MESSAGES_ROOT}?to=${message.userId}`))}
          />
        )}
        {can.keep && (
          <Item
            icon={<IconBookmark size={18} />}
            label={`${saveTexts.save} …`}
            run={after(() => actions.save(message, anchor))}
          />
        )}
        {can.unread && (
          <Item
            icon={<IconMailOpened size={18} />}
            label={markTexts.unreadFrom}
            run={after(() => actions.markUnread(message))}
          />
        )}
        {can.pin && (
          <Item
            icon={message.pinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />}
            label={message.pinned ? markTexts.unpin : markTexts.pin}
            run={after(() => actions.pin(message, !message.pinned))}
          />
        )}
        {message.reactions.length > 0 && (
          <Item
            icon={<IconMoodHeart size={18} />}
            label={markTexts.whoReacted}
            run={after(() => actions.showReactors(message, anchor))}
          />
        )}
        {can.edit && (
          <Item
            icon={<IconPencil size={18} />}
            label={messageMenuTexts.edit}
            run={after(() => actions.startEdit(message))}
          />
        )}
        {!message.deleted && (
          <Item
            icon={<IconCopy size={18} />}
            label={messageMenuTexts.copyText}
            run={copy(message.formattedContent || message.content)}
          />
        )}
        <Item icon={<IconLink size={18} />} label={messageMenuTexts.copyLink} run={copy(link)} />
        {message.userId !== me && !message.deleted && (
          <Item
            icon={<IconFlag size={18} />}
            label={reportLabel}
            run={after(() => openReport({ targetType: 'MESSAGE', targetId: message.id }))}
          />
        )}
        {can.remove && (
          <Item
            icon={<IconTrash size={18} />}
            label={chatTexts.remove}
            danger
            run={after(() => actions.remove(message))}
          />
        )}
      </ul>
    </Sheet>
  );
}

function Item(props: { icon: ReactNode; label: string; danger?: boolean; run: () => void }) {
  return (
    <li>
      <button type="button" className={classes.item} data-danger={props.danger} onClick={props.run}>
        <span aria-hidden="true">{props.icon}</span>
        {props.label}
      </button>
    </li>
  );
}
