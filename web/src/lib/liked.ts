/** What can be liked: whether I do, and how many do. */
export type Likeable = { liked: boolean; nrLikes: number };

/** As it will be once the server has heard: never below 0, and pressed twice is pressed once. */
export function toggled<T extends Likeable>(one: T, liked: boolean): T {
  if (one.liked === liked) return one;
  return { ...one, liked, nrLikes: Math.max(0, one.nrLikes + (liked ? 1 : -1)) };
}
