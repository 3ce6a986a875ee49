/** The shapes of the feed, by the names of the API document. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Audience = Schemas['Audience'];
export type Speaker = Schemas['Speaker'];
export type Mention = Schemas['FeedMention'];
export type PostMedia = Schemas['PostMedia'];
/** In place of what is gone, or what one may not see. */
export type Gone = { gone: boolean };
/** `original`: of a repost; null: it is none. */
export type FeedPost = Omit<Schemas['FeedPost'], 'original'> & {
  original?: FeedPost | Gone | null;
  /** It was there when one looked: it keeps its place, and says that it is gone. */
  removed?: true;
};
/** On /topic/post/{uuid}. */
export type PostEvent = Schemas['PostEvent'];
export type PostCounts = Extract<PostEvent, { type: 'POST_CHANGED' }>;
export type FeedComment = Schemas['FeedComment'];
export type SentMedia = Schemas['SentMedia'];
export type { Liked } from '@/api/types.ts';
export type Reposted = Schemas['Reposted'];

/** A page of posts or comments; `cursor` asks for the next one. */
export type CursorPage<T> = { content: T[]; hasMore: boolean; cursor?: number | null };

export type NewPost = {
  txMessage: string;
  idEntity?: number;
  audience: Audience;
  media: { id: number; alt: string }[];
  clientPostId: string;
};
/** `media`: absent, they stay. */
export type PostChange = {
  txMessage: string;
  audience: Audience;
  version: number;
  media?: { id: number; alt: string }[];
};

/** What a comment's `flStatus` says. */
export const COMMENT_ACTIVE = 1;
/** By a moderator. */
export const COMMENT_HIDDEN = 4;
