/** Paints an open channel: its header, the last messages, the field below them. As features/chat/components/ChannelPane.tsx. */
import type { Channel, Message, Success, User } from '@/api/types.ts';
import { isGone } from '@/features/chat/cache/fold.ts';
import type { HeldMessage } from '@/features/chat/cache/model.ts';
import { type ListRow, readUpTo, settledRows } from '@/features/chat/lib/rows.ts';
import { clockTime, dayLabel, shortTime } from '@/lib/times.ts';
import { paintAvatar } from './avatar.ts';
import { type Answers, acts, fill, kept, part } from './fill.ts';
import { written } from './text.ts';

/** More than a screen of them, whatever the screen. */
const MOST = 30;
const CHAT = '/api/v1/chat';

type Messages = Success<HeldMessage[]> & { hasMore: boolean; hasOlder?: boolean | null };
type Blocked = { content: { user: { id: number } }[] };
type Around = { frame: Element; me: number; channels: readonly Channel[]; channel: Channel };

export function paintChat(frame: Element, answers: Answers): boolean {
  const [, , workspace, id] = location.pathname.split('/');
  const get = <T>(address: string) => answers[address] as T | undefined;
  const me = get<User>('/api/v1/me');
  const channels = get<Success<Channel[]>>(
    `${CHAT}/workspaces/${workspace}/channels?archived=false`,
  )?.data;
  const page = get<Messages>(`${CHAT}/channels/${id}/messages?limit=50&offset=0`);
  const blocked = get<Blocked>('/api/v1/contacts/blocked');
  const channel = channels?.find((one) => String(one.id) === id);
  if (!me || !channels || !page || !blocked || !channel || !asUsual(channel, me.idUser))
    return false;

  const messages = page.data.filter((one) => !isGone(one)).sort((a, b) => a.id - b.id);
  if (messages.length === 0) return false;
  const lastRead = readUpTo(channel.member);
  const timeline = {
    ids: messages.map((one) => one.id),
    byId: Object.fromEntries(messages.map((one) => [one.id, one])),
    hasOlder: page.hasOlder ?? page.hasMore,
    hasNewer: false,
    cursor: 0,
  };
  const { rows } = settledRows(timeline, {
    me,
    unread: lastRead === null ? null : { after: lastRead, upTo: null },
  });
  const folded = new Set(blocked.content.map(({ user }) => user.id));
  const stops = rows.findLastIndex(({ message }) => !isPaintable(message, folded));
  const first = Math.max(stops + 1, rows.length - MOST);
  const shown = rows.slice(first);

  const pane = part(frame, 'pane');
  const title = channel.displayName || channel.name;
  fill(pane, { title, topic: channel.topic || channel.description || '' });
  const [asPublic, asPrivate] = pane.querySelectorAll('header');
  const isPrivate = channel.channelType === 'PRIVATE';
  (isPrivate ? asPublic : asPrivate)?.remove();
  if (!channel.topic && !channel.description) pane.querySelector('header p')?.remove();

  const standing = frame.querySelector(`main .${pane.className}`);
  const list = pane.querySelector<HTMLElement>('[data-rows]');
  const scroller = list?.parentElement;
  if (!standing || !list || !scroller) return false;
  const around = { frame, me: me.idUser, channels, channel };
  list.append(...shown.map((row) => paintedRow(row, around)));
  if (first === 0 && !timeline.hasOlder) {
    list.firstElementChild?.prepend(fill(part(frame, 'beginning'), { title }));
  }
  // What the app alone can draw keeps the place that it had.
  const waits = standing.lastElementChild;
  if (shown.length === 0 && waits) pane.querySelector('[data-list]')?.replaceWith(waits);
  standing.replaceWith(pane);
  scroller.scrollTop = scroller.scrollHeight;
  return true;
}

/** What only this device or the channel's own rules know makes it another page: that is the app's. */
function asUsual(channel: Channel, me: number): boolean {
  const preferences = kept('kalender:preferences') ?? '';
  const begun = kept(`kalender:user:chat.drafts.${me}`) ?? '';
  const unsent = kept(`kalender:user:chat.outbox.${me}`) ?? '';
  return (
    !acts() &&
    !location.search &&
    !/compact|"virtualList":false/.test(preferences) &&
    !begun.includes(`"${channel.id}"`) &&
    !unsent.includes(`"channelId":${channel.id}`) &&
    kept('kalender:composer-bar') === null &&
    channel.permissions.includes('POST') &&
    !channel.archived &&
    !channel.readOnly &&
    !channel.requireModeration
  );
}

/** Emoji alone may be large ones. */
const EMOJI = /^[^\p{L}]*\p{Extended_Pictographic}[^\p{L}]*$/u;

const isPaintable = (message: Message, folded: ReadonlySet<number>): boolean =>
  message.visible &&
  !message.deleted &&
  message.priority === 'NORMAL' &&
  !message.poll &&
  !message.card &&
  !message.requestedAck &&
  message.attachments.length === 0 &&
  !folded.has(message.userId) &&
  !EMOJI.test(message.content);

/** As MessageRow.tsx: the sample has everything, and what this message has not is taken away. */
function paintedRow({ message, day, unreadStart, grouped }: ListRow, around: Around): Element {
  const { frame, channel } = around;
  const row = fill(part(frame, grouped ? 'grouped' : 'row'), { name: message.userName });
  const [dayLine, unreadLine, shown] = row.children;
  const [gutter, body] = shown?.children ?? [];
  const [, pinned, text, reactions, replies] = body?.children ?? [];
  if (!dayLine || !gutter || !text || !reactions) throw new Error('another row');
  if (day) dayLine.firstElementChild?.replaceChildren(dayLabel(day));
  else dayLine.remove();
  if (!unreadStart) unreadLine?.remove();
  for (const time of row.querySelectorAll('time')) time.textContent = clockTime(message.created);
  if (!grouped) paintAvatar(gutter, message.userName, message.userAvatar);
  if (!message.pinned) pinned?.remove();
  const edited = message.edited && text.lastElementChild;
  text.replaceChildren(...(message.content === '' ? [] : written(message, around)));
  if (edited) text.append(edited);
  if (message.reactions.length > 0) paintReactions(reactions, message, channel.role !== 'GUEST');
  else reactions.remove();
  if (message.replyCount > 0) {
    const when = message.lastReplyAt && shortTime(message.lastReplyAt);
    if (!when) replies?.lastElementChild?.remove();
    replies
      ?.querySelector('b')
      ?.replaceWith(fill(part(frame, 'replies'), { n: message.replyCount }));
    if (when) replies?.lastElementChild?.replaceWith(fill(part(frame, 'lastReply'), { when }));
  } else replies?.remove();
  return row;
}

function paintReactions(line: Element, message: Message, mayReact: boolean) {
  const [one, add] = line.children;
  for (const { emoji, count, me } of message.reactions) {
    const reaction = fill(one?.cloneNode(true) as Element, { emoji, count });
    reaction.setAttribute('aria-pressed', String(me));
    add?.before(reaction);
  }
  one?.remove();
  if (!mayReact) add?.remove();
}
