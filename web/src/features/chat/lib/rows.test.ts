import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import { emptyTimeline, type Timeline } from '../cache/model.ts';
import { hold } from '../cache/pages.ts';
import type { OutboxEntry } from './outbox.ts';
import { buildRows, firstUnread, type RowOptions } from './rows.ts';

const me = { idUser: 1, displayName: 'Anna', userName: 'anna', profileImage: null };
const options: RowOptions = { me, unread: null, sending: [] };

function message(
  id: number,
  userId: number,
  minute: number,
  change: Partial<Message> = {},
): Message {
  const created = new Date(2026, 2, 3, 12, minute).toISOString();
  return {
    id,
    channelId: 9,
    isBot: false,
    userId,
    userName: `U${userId}`,
    userSlug: `u${userId}`,
    userAvatar: null,
    messageType: 'TEXT',
    content: 'hej',
    formattedContent: 'hej',
    edited: false,
    deleted: false,
    visible: true,
    created,
    updated: created,
    parentMessageId: null,
    replyCount: 0,
    lastReplyAt: null,
    reactions: [],
    attachments: [],
    pinned: false,
    priority: 'NORMAL',
    requestedAck: false,
    card: null,
    myAck: false,
    ackCount: null,
    poll: null,
    clientMessageId: null,
    mentions: [],
    version: 1,
    ...change,
  };
}

const timeline = (messages: Message[], change: Partial<Timeline> = {}): Timeline => ({
  ...emptyTimeline,
  ids: messages.map((one) => one.id),
  byId: Object.fromEntries(messages.map((one) => [one.id, hold(one, 0)])),
  ...change,
});

const entry: OutboxEntry = {
  clientMessageId: 'c1',
  channelId: 9,
  parentMessageId: null,
  content: 'på väg',
  created: new Date(2026, 2, 3, 12, 30).getTime(),
  state: 'sending',
  reason: null,
};

describe('buildRows', () => {
  it('groups one author within five minutes, and nobody else', () => {
    const rows = buildRows(
      timeline([
        message(1, 2, 0),
        message(2, 2, 4),
        message(3, 2, 9),
        message(4, 3, 9),
        message(5, 3, 10, { deleted: true }),
        message(6, 3, 11),
      ]),
      options,
    );
    expect(rows.map((row) => row.grouped)).toEqual([false, true, false, false, false, false]);
  });

  it('does not hide a name behind a thread summary', () => {
    const rows = buildRows(
      timeline([message(1, 2, 0, { replyCount: 2 }), message(2, 2, 1)]),
      options,
    );
    expect(rows[1]?.grouped).toBe(false);
  });

  it('begins each day with its divider', () => {
    const next = new Date(2026, 2, 4, 0, 1).toISOString();
    const rows = buildRows(
      timeline([message(1, 2, 0), message(2, 2, 1), message(3, 2, 2, { created: next })]),
      options,
    );
    expect(rows.map((row) => row.day)).toEqual(['2026-03-03', null, '2026-03-04']);
    expect(rows[2]?.grouped).toBe(false);
  });

  it('puts the unread line before the first message of somebody else that came while away', () => {
    const four = [message(1, 2, 0), message(2, 1, 1), message(3, 2, 2), message(4, 2, 3)];
    const at = (after: number, upTo: number | null) =>
      buildRows(timeline(four), { ...options, unread: { after, upTo } }).findIndex(
        (row) => row.unreadStart,
      );
    expect(at(1, 4)).toBe(2);
    expect(at(3, null)).toBe(3);
    expect(at(3, 3)).toBe(-1);
    expect(at(4, null)).toBe(-1);
  });

  it('keeps a row from sending to sent: same key, never twice', () => {
    const sending = buildRows(timeline([message(1, 2, 0)]), { ...options, sending: [entry] });
    const sent = buildRows(
      timeline([message(1, 2, 0), message(2, 1, 30, { clientMessageId: 'c1' })]),
      {
        ...options,
        sending: [entry],
      },
    );
    expect(sending.at(-1)?.key).toBe('c:c1');
    expect(sent.map((row) => row.key)).toEqual(['m:1', 'c:c1']);
    expect(sent.at(-1)?.send).toBeNull();
  });

  it('shows what waits only at the end of the timeline', () => {
    expect(
      buildRows(timeline([message(1, 2, 0)], { hasNewer: true }), { ...options, sending: [entry] }),
    ).toHaveLength(1);
  });

  it("lets the window's first message wait until it is known what stands above it", () => {
    const rows = buildRows(
      timeline([message(1, 2, 0), message(2, 2, 1)], { hasOlder: true }),
      options,
    );
    expect(rows.map((row) => [row.message.id, row.day, row.grouped])).toEqual([[2, null, true]]);
  });
});

describe('what was taken away', () => {
  const gone = { deleted: true, content: 'Meddelandet har tagits bort.' };

  it('stands in one row where many follow each other', () => {
    const held = [
      message(1, 2, 0),
      message(2, 2, 1, gone),
      message(3, 3, 2, gone),
      message(4, 2, 3, gone),
      message(5, 2, 4),
      message(6, 2, 5, gone),
    ];
    const rows = buildRows(timeline(held), options);
    expect(rows.map((row) => row.message.id)).toEqual([1, 2, 5, 6]);
    expect(rows.map((row) => row.stands ?? [])).toEqual([[], [2, 3, 4], [], []]);
  });

  it('stands alone when a thread hangs on it, a day begins or the unread do', () => {
    const held = [
      message(1, 2, 0, gone),
      message(2, 2, 1, { ...gone, replyCount: 1 }),
      message(3, 2, 2, gone),
      message(4, 2, 3, gone),
      message(5, 2, 24 * 60, gone),
    ];
    const rows = buildRows(timeline(held), { ...options, unread: { after: 3, upTo: 9 } });
    expect(rows.map((row) => row.message.id)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('firstUnread', () => {
  const options9 = { ...options, unread: { after: 1, upTo: 9 } };
  const held = [message(1, 2, 0), message(2, 2, 1), message(3, 2, 2)];

  it('is where the line stands', () => {
    expect(firstUnread(buildRows(timeline(held), options9), 1)).toBe(1);
  });

  it('is over once I have written myself, also while it is being sent', () => {
    const answered = timeline([...held, message(4, 1, 3)]);
    expect(firstUnread(buildRows(answered, options9), 1)).toBe(-1);
    const sending = buildRows(timeline(held), { ...options9, sending: [entry] });
    expect(firstUnread(sending, 1)).toBe(-1);
  });
});
