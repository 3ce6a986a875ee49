/** What lists of places are made of, for who leads to them; and the choice of an emoji. */
export { EmojiSheet } from './components/EmojiSheet.tsx';
export { channelsQuery, sortChannels, titleOf, workspacesQuery } from './queries.ts';
