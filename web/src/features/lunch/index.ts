/** What stands of a school's menu on other pages; each comes with the page that shows it, and after it. */
import { lazy } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

export { isSchool } from './schools.ts';
export const LunchCard = lazy(() => loadPart(() => import('./LunchCard.tsx')));
export const LunchOfDay = lazy(() => loadPart(() => import('./LunchOfDay.tsx')));
