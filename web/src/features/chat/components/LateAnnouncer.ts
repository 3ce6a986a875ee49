import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

/** What is heard of new messages: there are none yet while a channel opens. */
export const Announcer = lazy(async () => ({
  default: (await loadPart(() => import('./Announcer.tsx'))).Announcer,
}));
