/** The door for other features: articles on the start page and on an organisation's. Each comes with the page that shows it, and after it. */
import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

export const MyArticles = lazy(() => loadPart(() => import('./MyArticles.tsx')));
export const ArticlesOfPerson = lazy(() =>
  loadPart(async () => ({ default: (await import('./ArticlesOf.tsx')).ArticlesOfPerson })),
);
export const ArticlesOf = lazy(() => loadPart(() => import('./ArticlesOf.tsx')));
