import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: 'notifications', access: 'own', load: () => import('./NotificationsPage.tsx') },
    {
      path: 'settings/notifications',
      access: 'own',
      load: () => import('./settings/NotificationSettingsPage.tsx'),
    },
  ],
};
