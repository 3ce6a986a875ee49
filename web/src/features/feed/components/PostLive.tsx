import type { RefObject } from 'react';
import { usePostLive } from '../live.ts';
import type { FeedPost } from '../types.ts';

/** Hears of a post while it stands there; draws nothing. */
export default function PostLive({ post, since }: { post: FeedPost; since: RefObject<number> }) {
  usePostLive(post, since);
  return null;
}
