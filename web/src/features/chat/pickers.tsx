/** What lists of places are made of, for who leads to them. */
export { channelsQuery, titleOf, workspacesQuery } from './queries.ts';
