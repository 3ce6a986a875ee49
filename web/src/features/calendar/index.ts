/** The door for other features. */
import { lazy } from 'react';
import { loadWithin } from '@/lib/loadPart.ts';

export { fetchToday, Today } from './Today.tsx';

/** What organisations show to everybody: all on the page of events, a few (`FewPromoted`) below a start page. */
export const loadPromoted = () => loadWithin(() => import('./lists/PromotedEvents.tsx'));
export const FewPromoted = lazy(async () => ({ default: (await loadPromoted()).FewPromoted }));
