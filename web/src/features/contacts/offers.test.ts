/** Status × what is offered: the next sensible thing first, and nothing that the server refuses. */
import { describe, expect, it } from 'vitest';
import { type Offer, offersOf } from './offers.ts';
import type { Status, StatusName } from './types.ts';

const towards = (status: StatusName, change: Partial<Status> = {}): Status => ({
  userId: 8,
  status,
  canRequest: status === 'none' || status === 'follower',
  isFollowing: status === 'follower',
  ...change,
});

describe('what is offered', () => {
  it.each<[string, Status, Offer[], Offer[]]>([
    ['oneself', towards('self'), [], []],
    ['whom I have blocked', towards('blocked'), ['unblock'], []],
    ['a contact', towards('contact'), [], ['follow', 'remove', 'block']],
    [
      'a contact whom I follow',
      towards('contact', { isFollowing: true }),
      [],
      ['unfollow', 'remove', 'block'],
    ],
    ['who asks me', towards('request_received'), ['accept', 'reject'], ['follow', 'block']],
    ['whom I have asked', towards('request_sent'), ['cancel'], ['follow', 'block']],
    ['whom I follow', towards('follower'), ['request'], ['greet', 'unfollow', 'block']],
    [
      'whom I have asked to follow',
      towards('none', { followAsked: true }),
      ['request'],
      ['greet', 'cancelFollow', 'block'],
    ],
    ['anybody else', towards('none'), ['request'], ['greet', 'follow', 'block']],
    [
      'who has said no within a week',
      towards('none', { canRequest: false, retryAt: '2026-03-10T12:00:00.000Z' }),
      [],
      ['follow', 'block'],
    ],
    ['who takes nothing of me', towards('none', { canRequest: false }), [], ['block']],
  ])('to %s', (_, status, next, more) => {
    expect(offersOf(status)).toEqual({ next, more });
  });
});
