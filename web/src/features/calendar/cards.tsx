/** For messages: an event as a card, and an event made of what a message says. */
import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

export { default } from './event/EventCard.tsx';
export const NewEventDialog = lazy(() => loadPart(() => import('./making/NewEventDialog.tsx')));
