import type { Area } from '@/area/area.ts';
import { commands } from './commands.ts';

const calendarPage = () => import('./CalendarPage.tsx');
const eventPage = () => import('./event/EventPage.tsx');
const newPage = () => import('./editor/NewEventPage.tsx');

export const area: Area = {
  pages: [
    { path: 'kalender', access: 'anybody', load: calendarPage },
    { path: 'calendar', access: 'anybody', load: calendarPage },
    { path: 'kalender/bokmarken', access: 'own', load: () => import('./lists/BookmarksPage.tsx') },
    { path: 'event/create', access: 'own', load: newPage },
    { path: 'skapa-evenemang', access: 'own', load: newPage },
    { path: 'create-event', access: 'own', load: newPage },
    { path: 'editevent/new/:viewContext', access: 'own', load: newPage },
    {
      path: 'editevent/:eventUUID/:viewContext',
      access: 'own',
      load: () => import('./editor/EditEventPage.tsx'),
    },
    {
      path: 'settings/tickets',
      access: 'own',
      load: () => import('./organising/TicketsPage.tsx'),
    },
    { path: 'event/:eventUUID', access: 'anybody', load: eventPage },
    { path: 'widgets', access: 'anybody', load: () => import('./widget/WidgetPage.tsx') },
    // One of its comments, as chat addresses a thread.
    { path: 'event/:eventUUID/trad/:threadId', access: 'anybody', load: eventPage },
  ],
  commands,
};
