/** The door for other features: the posts of a person or an organisation. */
import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

export const FeedOf = lazy(() => loadPart(() => import('./FeedOf.tsx')));
