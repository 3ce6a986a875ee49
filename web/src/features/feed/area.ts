import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: 'feed', access: 'own', load: () => import('./FeedPage.tsx') },
    { path: 'feed/amne/:topic', access: 'own', load: () => import('./TopicPage.tsx') },
    // What is for everybody is read without an account.
    { path: 'inlagg/:uuid', access: 'anybody', load: () => import('./PostPage.tsx') },
  ],
};
