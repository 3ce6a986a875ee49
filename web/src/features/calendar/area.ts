import type { Area } from '@/area/area.ts';
import { commands } from './commands.ts';

const calendarPage = () => import('./CalendarPage.tsx');

export const calendar: Area = {
  pages: [
    { path: 'kalender', access: 'anybody', load: calendarPage },
    { path: 'calendar', access: 'anybody', load: calendarPage },
  ],
  commands,
};
