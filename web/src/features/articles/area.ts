import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: 'artiklar', access: 'anybody', load: () => import('./ArticlesPage.tsx') },
    { path: 'artiklar/:uuid/:slug?', access: 'anybody', load: () => import('./ArticlePage.tsx') },
    { path: 'blogg', access: 'anybody', load: () => import('./BlogPage.tsx') },
    { path: 'articles/new', access: 'own', load: () => import('./NewArticlePage.tsx') },
    { path: 'articles/:uuid/edit', access: 'own', load: () => import('./EditArticlePage.tsx') },
  ],
};
