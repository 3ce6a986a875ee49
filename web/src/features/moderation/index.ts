/** The door for other features: the way to the queue, with how much waits in it. */
import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

export const ModerationLink = lazy(() => loadPart(() => import('./components/ModerationLink.tsx')));
