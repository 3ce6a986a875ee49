/** What lists of places are made of, for who leads to them. */
export { channelsQuery, sortChannels, titleOf, workspacesQuery } from './queries.ts';
