import { IconAlertCircle, IconClock, IconFlag3, IconMessage, IconPin } from '@tabler/icons-react';
import { lazy, memo, Suspense, useContext } from 'react';
import type { Message } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { StatusMark } from '@/features/status/index.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { clockTime, dayLabel, fullTime, shortTime } from '@/lib/times.ts';
import { chatTexts } from '@/texts/chat.ts';
import { foldedTexts } from '@/texts/folded.ts';
import { useFolded } from '../folding.ts';
import type { ListRow } from '../lib/rows.ts';
import { Attachments } from './Attachments.tsx';
import { OnlineContext, useMessageActions } from './actions.ts';
import { BotMark } from './BotMark.tsx';
import classes from './MessageRow.module.css';
import { MessageText } from './MessageText.tsx';
import { Reactions } from './Reactions.tsx';

const Card = lazy(() => loadWithin(() => import('../cards/Card.tsx')));
const Confirmations = lazy(() => loadWithin(() => import('../asking/Confirmations.tsx')));
const LinkPreviews = lazy(() => loadWithin(() => import('../links/LinkPreviews.tsx')));
const MessageToolbar = lazy(() => loadWithin(() => import('./MessageToolbar.tsx')));
const PollView = lazy(() => loadWithin(() => import('../asking/PollView.tsx')));

export interface RowProps {
  row: ListRow;
  me: number;
  /** Hovered or holding the focus: the toolbar stands here. */
  active: boolean;
  highlighted: boolean;
  /** In a thread the summary would lead to where one is. */
  inThread: boolean;
}

/** Of whom I have blocked it is folded, until I want to see it. */
export const MessageRow = memo(function MessageRow(props: RowProps) {
  const { row } = props;
  const unfold = useFolded(row.message);
  if (!unfold) return <UnfoldedRow {...props} />;
  return (
    <>
      <Dividers row={row} />
      <div className={classes.folded}>
        <span>{foldedTexts.line}</span>
        <button type="button" className={classes.textButton} onClick={unfold}>
          {foldedTexts.show}
        </button>
      </div>
    </>
  );
});

/** Plain HTML on purpose: a screenful mounts in two milliseconds. */
function UnfoldedRow({ row, me, active, highlighted, inThread }: RowProps) {
  const { message, send } = row;
  const actions = useMessageActions();
  const abilities = actions.abilities(message);
  const important = message.priority === 'IMPORTANT' && !message.deleted;
  return (
    <>
      <Dividers row={row} />
      <div
        className={classes.message}
        data-grouped={row.grouped || undefined}
        data-sending={send?.state === 'sending' || undefined}
        data-failed={send?.state === 'failed' || undefined}
        data-waiting={!message.visible || undefined}
        data-highlighted={highlighted || undefined}
        data-important={important || undefined}
        data-active={active || undefined}
      >
        <div className={classes.gutter}>
          {row.grouped ? (
            <time className={classes.sideTime} dateTime={message.created} aria-hidden="true">
              {clockTime(message.created)}
            </time>
          ) : (
            <Picture message={message} />
          )}
        </div>
        <div className={classes.body}>
          <div className={row.grouped ? hidden.spoken : classes.head}>
            <Name message={message} grouped={row.grouped} />
            {!row.grouped && <StatusMark userId={message.userId} />}
            <time
              className={classes.time}
              dateTime={message.created}
              title={fullTime(message.created)}
            >
              {clockTime(message.created)}
            </time>
          </div>
          {message.pinned && !message.deleted && (
            <p className={classes.pinned}>
              <IconPin size={14} aria-hidden="true" />
              {chatTexts.pinned}
            </p>
          )}
          {important && (
            <p className={classes.important}>
              <IconFlag3 size={14} aria-hidden="true" />
              {chatTexts.important}
            </p>
          )}
          {message.deleted ? (
            <p className={classes.deleted}>
              {row.stands ? chatTexts.manyRemoved(row.stands.length) : message.content}
            </p>
          ) : message.poll ? (
            <Suspense fallback={<p className={classes.text}>{message.content}</p>}>
              <PollView message={message} poll={message.poll} />
            </Suspense>
          ) : (
            <div className={classes.text}>
              {message.content !== '' && <MessageText message={message} me={me} />}
              {message.edited && (
                <span className={classes.edited} title={fullTime(message.updated)}>
                  ({chatTexts.edited})
                </span>
              )}
            </div>
          )}
          {message.attachments.length > 0 && !message.deleted && (
            <Attachments files={message.attachments} from={message.userName} />
          )}
          {message.card && !message.deleted && (
            <Suspense fallback={null}>
              <Card card={message.card} />
            </Suspense>
          )}
          {!send && !message.deleted && /https?:\/\//.test(message.content) && (
            <Suspense fallback={null}>
              <LinkPreviews message={message} />
            </Suspense>
          )}
          {message.requestedAck && !message.deleted && !send && (
            <Suspense fallback={<div className={classes.asks} />}>
              <Confirmations message={message} />
            </Suspense>
          )}
          {!message.visible && !message.deleted && (
            <div className={classes.waiting}>
              <IconClock size={14} aria-hidden="true" />
              <span>{chatTexts.waiting}</span>
              {abilities.moderate && (
                <>
                  <button
                    type="button"
                    className={classes.textButton}
                    onClick={() => actions.approve(message)}
                  >
                    {chatTexts.approve}
                  </button>
                  <button
                    type="button"
                    className={classes.textButton}
                    onClick={() => actions.reject(message)}
                  >
                    {chatTexts.reject}
                  </button>
                </>
              )}
            </div>
          )}
          {send?.state === 'failed' && (
            <div className={classes.failed} role="alert">
              <IconAlertCircle size={14} aria-hidden="true" />
              <span>
                {chatTexts.notSent}. {send.reason}
              </span>
              <button
                type="button"
                className={classes.textButton}
                onClick={() => actions.retry(send.clientMessageId)}
              >
                {chatTexts.retry}
              </button>
              <button
                type="button"
                className={classes.textButton}
                onClick={() => actions.discard(send.clientMessageId)}
              >
                {chatTexts.discard}
              </button>
            </div>
          )}
          {send?.state === 'sending' && <span className={hidden.spoken}>{chatTexts.sending}</span>}
          {message.reactions.length > 0 && (
            <Reactions message={message} canReact={abilities.react} />
          )}
          {message.replyCount > 0 && !inThread && (
            <button
              type="button"
              className={classes.summary}
              onClick={() => actions.openThread(message)}
            >
              <IconMessage size={16} aria-hidden="true" />
              <span className={hidden.spoken}>{chatTexts.openThread} </span>
              <b>{chatTexts.replies(message.replyCount)}</b>
              {message.lastReplyAt && (
                <span>{chatTexts.lastReply(shortTime(message.lastReplyAt))}</span>
              )}
            </button>
          )}
        </div>
        {active && !send && (
          <Suspense>
            <MessageToolbar message={message} abilities={abilities} inThread={inThread} />
          </Suspense>
        )}
      </div>
      {row.repliesBelow !== undefined && (
        <div className={classes.repliesLine}>
          <span>{chatTexts.replies(row.repliesBelow)}</span>
        </div>
      )}
    </>
  );
}

function Dividers({ row }: { row: ListRow }) {
  return (
    <>
      {row.day && (
        <div className={classes.day}>
          <span>{dayLabel(row.day)}</span>
        </div>
      )}
      {row.unreadStart && (
        <div className={classes.unread}>
          <span>{chatTexts.newLine}</span>
        </div>
      )}
    </>
  );
}

/** Opens the person's card; where it is only heard it opens nothing. */
function Name({ message, grouped }: { message: Message; grouped: boolean }) {
  if (grouped) return <span className={classes.name}>{message.userName}</span>;
  return (
    <>
      <button type="button" className={classes.name} data-person={message.userId}>
        {message.userName}
      </button>
      <BotMark of={message} />
    </>
  );
}

function Picture({ message }: { message: Message }) {
  const online = useContext(OnlineContext).has(message.userId);
  return (
    <span className={classes.picture} data-online={online || undefined}>
      <Avatar name={message.userName} image={message.userAvatar} size={36} />
      {online && <span className={hidden.spoken}>{chatTexts.online}</span>}
    </span>
  );
}
