import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

/** It speaks after a while, when the connection has not come; below a Suspense. */
export const ConnectionBar = lazy(() => loadPart(() => import('./ConnectionBar.tsx')));
