/** What can be done about somebody, by what they are to me. Pure. */
import type { Status } from './types.ts';

export type Offer =
  | 'request'
  | 'greet'
  | 'cancel'
  | 'accept'
  | 'reject'
  | 'unblock'
  | 'block'
  | 'remove'
  | 'follow'
  | 'unfollow'
  | 'cancelFollow';

/** `next`: what most people want, as buttons; `more`: the rest. */
export type Offers = { next: Offer[]; more: Offer[] };

export function offersOf(status: Status): Offers {
  const { isFollowing, followAsked, canRequest, retryAt } = status;
  // Who takes neither request nor follower says so by not waiting for a day.
  const mayFollow = canRequest || retryAt != null || status.status !== 'none';
  const towards: Offer | false = isFollowing
    ? 'unfollow'
    : followAsked
      ? 'cancelFollow'
      : mayFollow && 'follow';
  const following: Offer[] = towards ? [towards] : [];
  switch (status.status) {
    case 'self':
      return { next: [], more: [] };
    case 'blocked':
      return { next: ['unblock'], more: [] };
    case 'contact':
      return { next: [], more: [...following, 'remove', 'block'] };
    case 'request_received':
      return { next: ['accept', 'reject'], more: [...following, 'block'] };
    case 'request_sent':
      return { next: ['cancel'], more: [...following, 'block'] };
    case 'follower':
    case 'none':
      return {
        next: canRequest ? ['request'] : [],
        more: [...(canRequest ? (['greet'] as const) : []), ...following, 'block'],
      };
  }
}
