import type { Channel, Message } from '@/api/types.ts';
import { longDate } from '@/lib/dates.ts';
import { sizeOf } from '@/lib/sizes.ts';
import { clockTime, fullTime } from '@/lib/times.ts';
import { cardTexts } from '@/texts/cards.ts';
import { chatTexts } from '@/texts/chat.ts';
import { foldedTexts } from '@/texts/folded.ts';
import { printTexts as texts } from '@/texts/print.ts';
import type { Timeline } from '../cache/model.ts';
import { MessageText } from '../components/MessageText.tsx';
import { useFolded } from '../folding.ts';
import { type Author, buildRows, type ListRow } from '../lib/rows.ts';
import { titleOf } from '../queries.ts';
import classes from './print.module.css';

interface Props {
  channel: Channel;
  organisation: string | null;
  timeline: Timeline;
  me: Author;
  at: Date;
}

/** What a card points at. */
const CARDS: Record<NonNullable<Message['card']>['type'], string> = {
  BOOKING: cardTexts.booking,
  EVENT: cardTexts.event,
  LESSON: cardTexts.lesson,
  POST: cardTexts.post,
  TASK: cardTexts.task,
};

/** A channel or a conversation as it is printed: black on white, and nothing that can be pressed. */
export function Paper({ channel, organisation, timeline, me, at }: Props) {
  // The first one stands with its day and name, whatever was said before it.
  const first = { ...timeline, hasOlder: false };
  const rows = buildRows(first, { me, unread: null, sending: [] });
  const title = titleOf(channel);
  const direct = channel.workspaceId === 0;
  const count = rows.reduce((sum, row) => sum + (row.stands?.length ?? 1), 0);
  return (
    <div className={classes.paper} data-paper>
      <div className={classes.head}>
        <h1>{direct ? texts.conversation(title) : title}</h1>
        {organisation && <p className={classes.organisation}>{organisation}</p>}
        {channel.topic && <p>{channel.topic}</p>}
        <p>
          {texts.messages(count)} · {texts.printed(fullTime(at.toISOString()))}
        </p>
      </div>
      {timeline.hasOlder && <p className={classes.part}>{texts.older}</p>}
      {rows.map((row) => (
        <Row key={row.key} row={row} me={me.idUser} />
      ))}
      {timeline.hasNewer && <p className={classes.part}>{texts.newer}</p>}
    </div>
  );
}

function Row({ row, me }: { row: ListRow; me: number }) {
  const { message } = row;
  // Of whom I have blocked it stays folded, on paper as well.
  const folded = useFolded(message) !== null;
  return (
    <>
      {row.day && <h2 className={classes.day}>{longDate(row.day)}</h2>}
      <article className={classes.message} data-grouped={row.grouped || undefined}>
        <time className={classes.time} dateTime={message.created}>
          {clockTime(message.created)}
        </time>
        <div className={classes.body}>
          {!row.grouped && (
            <h3 className={classes.name}>
              {message.userName}
              {message.isBot && ` (${chatTexts.bot})`}
            </h3>
          )}
          {folded ? (
            <p>{foldedTexts.line}</p>
          ) : message.deleted ? (
            <p>{row.stands ? chatTexts.manyRemoved(row.stands.length) : message.content}</p>
          ) : (
            <Said message={message} me={me} />
          )}
        </div>
      </article>
    </>
  );
}

function Said({ message, me }: { message: Message; me: number }) {
  const marks = [
    message.priority === 'IMPORTANT' && chatTexts.important,
    message.pinned && chatTexts.pinned,
    message.edited && chatTexts.edited,
    !message.visible && chatTexts.waiting,
  ].filter(Boolean);
  const replies = message.replyCount > 0 && chatTexts.replies(message.replyCount);
  const reactions = message.reactions.map(({ emoji, count }) => `${emoji} ${count}`);
  const below = [replies, ...reactions].filter(Boolean).join(' · ');
  return (
    <>
      {marks.length > 0 && <p className={classes.faint}>{marks.join(' · ')}</p>}
      {message.poll ? (
        <Poll poll={message.poll} />
      ) : (
        message.content !== '' && <MessageText message={message} me={me} />
      )}
      {message.card && <p className={classes.faint}>{CARDS[message.card.type]}</p>}
      {message.attachments.map((file) =>
        file.previewUrl ? (
          <img
            key={file.id}
            className={classes.picture}
            src={`${file.previewUrl}?w=960`}
            alt={file.name}
          />
        ) : (
          <p key={file.id}>{texts.file(file.name, sizeOf(file.size))}</p>
        ),
      )}
      {below && <p className={classes.faint}>{below}</p>}
    </>
  );
}

function Poll({ poll }: { poll: NonNullable<Message['poll']> }) {
  return (
    <div className={classes.poll}>
      <p>
        <b>{poll.question}</b>
      </p>
      <ul className={classes.options}>
        {poll.options.map(({ text, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options stay where they are
          <li key={index}>
            {text}: {texts.votes(count)}
          </li>
        ))}
      </ul>
    </div>
  );
}
