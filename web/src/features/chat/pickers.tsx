/** What lists of places are made of, for who leads to them; and the choice of an emoji. */
import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

export { channelsQuery, sortChannels, titleOf, workspacesQuery } from './queries.ts';

/** Fetched when it is asked for, below a Suspense. */
export const EmojiSheet = lazy(() => loadPart(() => import('./components/EmojiSheet.tsx')));
