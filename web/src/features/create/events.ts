import { CREATE_POST, on } from '@/commands/events.ts';

/** What is to be written: in whose name, beginning with a picture, or as an offer. */
export type PostWish = { asOrganization?: boolean; focusMedia?: boolean; promotional?: boolean };

export function createPost(wish?: PostWish): void {
  window.dispatchEvent(new CustomEvent(CREATE_POST, { detail: wish }));
}

export const onCreatePost = (heard: (wish: PostWish | undefined) => void) =>
  on<PostWish>(CREATE_POST, heard);
