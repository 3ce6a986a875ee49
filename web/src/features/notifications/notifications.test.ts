import { describe, expect, it } from 'vitest';
import type { Notification } from '@/api/types.ts';
import { itemsOf } from '@/area/pages.ts';
import { addNotification, type Loaded, markedRead } from './fold.ts';
import { sentenceOf, targetOf } from './target.ts';

const one = (id: number, change: Partial<Notification> = {}): Notification => ({
  id,
  type: 'MENTION',
  created: '2026-03-03T12:00:00.000Z',
  read: false,
  actorId: 2,
  actorName: 'Bo',
  actorAvatar: null,
  entityId: 1,
  workspaceId: 7,
  channelId: 9,
  channelName: 'allmänt',
  messageId: 5,
  parentMessageId: null,
  preview: 'hej',
  ...change,
});

const loaded = (...content: Notification[]): Loaded => ({
  pages: [{ content, page: 0, size: 30, hasMore: false }],
  pageParams: [0],
});
const ids = (held: Loaded) => itemsOf(held).map((each) => each.id);

describe('notifications', () => {
  it('come newest first and once', () => {
    const held = addNotification(addNotification(loaded(one(1)), one(3)), one(2));
    expect(ids(held)).toEqual([3, 2, 1]);
    expect(ids(addNotification(held, one(3)))).toEqual([3, 2, 1]);
  });

  it('are marked read one by one or all', () => {
    const unread = (held: Loaded) => itemsOf(held).filter((each) => !each.read).length;
    expect(unread(markedRead(loaded(one(1), one(2)), [1]))).toBe(1);
    expect(unread(markedRead(loaded(one(1), one(2)), null))).toBe(0);
  });

  it.each<[Partial<Notification>, string | null]>([
    [{}, '/konversation/7/9?message=5'],
    [{ parentMessageId: 4, type: 'REPLY' }, '/konversation/7/9/trad/4'],
    [{ type: 'MESSAGE_REJECTED' }, '/konversation/7/9'],
    [{ type: 'APPLICATION_APPROVED', channelId: null, workspaceId: null }, null],
    [{ type: 'INVITATION_RECEIVED', channelId: null, workspaceId: null }, '/notifications'],
    [{ type: 'OWNERSHIP_OFFERED', channelId: null, workspaceId: null }, '/notifications'],
  ])('%j lead to %s', (change, expected) => {
    expect(targetOf(one(1, change))).toBe(expected);
  });

  it('read as Swedish sentences', () => {
    expect(sentenceOf(one(1))).toBe('Bo nämnde dig i allmänt');
    expect(sentenceOf(one(1, { actorName: null, channelName: null }))).toBe(
      'Någon nämnde dig i en kanal',
    );
  });
});
