/** The door for other features: the wish to write a post. */
export { onCreatePost, type PostWish } from './events.ts';
