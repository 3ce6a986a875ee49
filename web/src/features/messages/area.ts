import type { Area } from '@/area/area.ts';

export const area: Area = {
  // Inbox, conversation and thread are panes below this, so that back closes them.
  pages: [{ path: 'messages/*', access: 'own', load: () => import('./MessagesPage.tsx') }],
};
