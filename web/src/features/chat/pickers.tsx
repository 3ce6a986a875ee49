/** What lists of places are made of, for who leads to them; and the choice of an emoji. */
export { channelsQuery, sortChannels, titleOf, workspacesQuery } from './queries.ts';

/** Fetched when it is asked for; whoever shows it makes it a part of its own, below a Suspense. */
export const emojiSheet = () => import('./components/EmojiSheet.tsx');
