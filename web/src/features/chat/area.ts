import type { Area } from '@/area/area.ts';
import { chatCommands } from './commands.ts';

export const area: Area = {
  // The chat routes its own panes (thread, sidebar) below this.
  pages: [{ path: 'konversation/*', access: 'own', load: () => import('./ChatPage.tsx') }],
  commands: chatCommands,
};
