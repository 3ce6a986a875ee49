import { IconCheck, IconMessages, IconSend2 } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Message, MyThread } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { CountBadge } from '@/components/CountBadge.tsx';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { shortTime } from '@/lib/times.ts';
import { chatTexts } from '@/texts/chat.ts';
import { threadListTexts as texts } from '@/texts/everyday.ts';
import { foldedTexts } from '@/texts/folded.ts';
import { Attachments } from '../components/Attachments.tsx';
import { BotMark } from '../components/BotMark.tsx';
import composer from '../components/Composer.module.css';
import { isTouch } from '../components/editText.ts';
import { GrowingField } from '../components/GrowingField.tsx';
import { MessageText } from '../components/MessageText.tsx';
import side from '../components/SidePane.module.css';
import { useDraft } from '../components/useDraft.ts';
import { BlockedContext } from '../folding.ts';
import { calledIn, threadPath } from '../paths.ts';
import { chatKeys } from '../queries.ts';
import { useChatSession, useOutbox } from '../session.ts';
import { myThreadsQuery, readThread, type ThreadFilter } from '../threads.ts';
import classes from './everyday.module.css';
import own from './own.module.css';
import { PlaceName } from './PlaceName.tsx';
import styles from './threads.module.css';

const FILTERS: readonly ThreadFilter[] = ['unread', 'all'];
const CONTENT_MAX = 4000;

/** The threads I take part in: what is unread first of all, read and answered where they stand. */
export function ThreadList() {
  const [filter, setFilter] = useState<ThreadFilter>('unread');
  const query = useInfiniteQuery(myThreadsQuery(filter));
  return (
    <>
      <fieldset className={styles.filters} aria-label={texts.filter}>
        {FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.filter}
            aria-pressed={one === filter}
            onClick={() => setFilter(one)}
          >
            {texts.filters[one]}
          </button>
        ))}
      </fieldset>
      <PagedList
        key={filter}
        query={query}
        items={query.data?.pages.flatMap((page) => page.content) ?? []}
        keyOf={({ message }) => message.id}
        label={chatTexts.ownList.tradar}
        className={`${side.plain} ${own.cards} ${own.threads}`}
        rowClassName={side.card}
        row={(one) => <Card thread={one} />}
        empty={
          <EmptyState
            title={texts.empty[filter]}
            text={texts.emptyHint[filter]}
            icon={<IconMessages size={28} />}
          />
        }
      />
    </>
  );
}

function Card({ thread }: { thread: MyThread }) {
  const { message, channelId, workspaceId, channelName, replies, unreadCount } = thread;
  const client = useQueryClient();
  const hidden = message.replyCount - replies.length;
  const to = threadPath({ id: channelId, workspaceId }, message.id);
  const last = replies.at(-1);
  const read = () => {
    if (!last) return;
    readThread(client, message.id, last.id).catch((error: unknown) =>
      toast({ type: 'error', message: messageOf(error) }),
    );
  };
  return (
    <article aria-label={texts.of(message.userName)}>
      <div className={own.place}>
        {workspaceId === 0 ? (
          <PlaceName channelId={channelId} />
        ) : (
          <Link to={to} dir="auto">
            {calledIn(workspaceId, channelName)}
          </Link>
        )}
        <CountBadge count={unreadCount} cap={99} />
        <time dateTime={thread.lastReplyAt}>{shortTime(thread.lastReplyAt)}</time>
      </div>
      <Said message={message} />
      <div className={styles.replies}>
        {hidden > 0 && (
          <Link className={classes.link} to={to}>
            {texts.earlier(hidden)}
          </Link>
        )}
        {replies.map((reply) => (
          <Said key={reply.id} message={reply} />
        ))}
        <Waiting thread={thread} />
      </div>
      <Reply thread={thread} />
      <div className={classes.foot}>
        <Link className={classes.link} to={to}>
          {texts.open}
        </Link>
        {unreadCount > 0 && (
          <button type="button" className={styles.read} onClick={read}>
            <IconCheck size={18} aria-hidden="true" />
            {texts.read}
          </button>
        )}
      </div>
    </article>
  );
}

function Said({ message }: { message: Message }) {
  const { me } = useChatSession();
  const blocked = useContext(BlockedContext);
  if (blocked.has(message.userId)) return <p className={own.note}>{foldedTexts.line}</p>;
  return (
    <div className={styles.said}>
      <div className={side.who}>
        <Avatar name={message.userName} image={message.userAvatar} size={24} />
        <button type="button" className={side.name} data-person={message.userId}>
          <b>{message.userName}</b>
          <BotMark of={message} />
        </button>
        <time dateTime={message.created}>{shortTime(message.created)}</time>
      </div>
      <div className={styles.words}>
        {message.deleted ? message.content : <MessageText message={message} me={me.idUser} />}
        {message.attachments.length > 0 && (
          <Attachments files={message.attachments} from={message.userName} />
        )}
      </div>
    </div>
  );
}

/** What was answered here and is not the server's yet; once it is, the list is asked for anew. */
function Waiting({ thread: { message } }: { thread: MyThread }) {
  const client = useQueryClient();
  const session = useChatSession();
  const mine = useOutbox().filter((entry) => entry.parentMessageId === message.id);
  const before = useRef(mine.length);
  useEffect(() => {
    if (mine.length < before.current) {
      void client.invalidateQueries({ queryKey: chatKeys.myThreads });
    }
    before.current = mine.length;
  }, [client, mine.length]);
  return mine.map((entry) => (
    <div key={entry.clientMessageId} className={styles.said}>
      <p className={own.text}>{entry.content}</p>
      {entry.state === 'sending' ? (
        <span className={own.note}>{chatTexts.sending}</span>
      ) : (
        <span className={own.refused} role="alert">
          {chatTexts.notSent}. {entry.reason}
          <button
            type="button"
            className={styles.read}
            onClick={() => session.outbox.retry(entry.clientMessageId)}
          >
            {chatTexts.retry}
          </button>
          <button
            type="button"
            className={styles.read}
            onClick={() => session.outbox.remove(entry.clientMessageId)}
          >
            {chatTexts.discard}
          </button>
        </span>
      )}
    </div>
  ));
}

/** Answers where one stands: plain words, kept until the server has them. */
function Reply({ thread: { message, channelId } }: { thread: MyThread }) {
  const { outbox } = useChatSession();
  const { text, change, flush } = useDraft(channelId, message.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const content = text.trim();
  const sendable = content !== '' && [...content].length <= CONTENT_MAX;
  const send = () => {
    if (!sendable) return;
    if (!outbox.add({ channelId, parentMessageId: message.id, content })) {
      toast({ type: 'warning', message: chatTexts.outboxFull });
      return;
    }
    change('');
    flush();
  };
  return (
    <div className={composer.box}>
      <GrowingField
        field={field}
        placeholder={chatTexts.composerThread}
        aria-label={texts.answer(message.userName)}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
          if (event.shiftKey || isTouch()) return;
          event.preventDefault();
          send();
        }}
      />
      <button
        type="button"
        className={composer.send}
        aria-label={chatTexts.send}
        title={chatTexts.send}
        aria-disabled={!sendable}
        onPointerDown={(event) => event.preventDefault()}
        onClick={send}
      >
        <IconSend2 size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
