import { describe, expect, it } from 'vitest';
import type { Notification } from '@/api/types.ts';
import { itemsOf } from '@/area/pages.ts';
import { addNotification, type Loaded, markedRead } from './fold.ts';

const one = (id: number, change: Partial<Notification> = {}): Notification => ({
  id,
  type: 'MENTION',
  notificationType: 'MENTION',
  created: '2026-03-03T12:00:00.000Z',
  read: false,
  actorId: 2,
  actorName: 'Bo',
  actorAvatar: null,
  isBot: false,
  entityId: 1,
  workspaceId: 7,
  channelId: 9,
  channelName: 'allmänt',
  messageId: 5,
  parentMessageId: null,
  title: 'Bo nämnde dig i allmänt',
  preview: 'hej',
  path: '/konversation/7/9?message=5',
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
});
