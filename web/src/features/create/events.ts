import { CREATE_POST, on } from '@/commands/events.ts';

/** What is to be written: in whose name, beginning with a picture, or as an offer. */
export type PostWish = { asOrganization?: boolean; focusMedia?: boolean; promotional?: boolean };

/** What nobody has heard yet: on a slow line the feed comes later than the wish. */
let unheard: { wish: PostWish | undefined } | null = null;

export function createPost(wish?: PostWish): void {
  unheard = { wish };
  window.dispatchEvent(new CustomEvent(CREATE_POST, { detail: wish }));
}

/** Hears every wish, also one that was uttered before somebody listened. */
export function onCreatePost(heard: (wish: PostWish | undefined) => void): () => void {
  const answer = (wish: PostWish | undefined) => {
    unheard = null;
    heard(wish);
  };
  if (unheard) answer(unheard.wish);
  return on<PostWish>(CREATE_POST, answer);
}
