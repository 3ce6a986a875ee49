/** For pages that need nothing else of the calendar: what an organisation or a person has ahead comes with them, and after them. */
import { lazy } from 'react';
import { loadWithin } from '@/lib/loadPart.ts';

export const ComingOf = lazy(() => loadWithin(() => import('./lists/ComingOf.tsx')));
