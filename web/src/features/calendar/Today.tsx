import { lazy, Suspense } from 'react';
import { loadPart } from '@/lib/loadPart.ts';

const TodayCard = lazy(() => loadPart(() => import('./components/TodayCard.tsx')));

/** Today and tomorrow, for the start page. */
export function Today() {
  return (
    <Suspense fallback={<div style={{ minHeight: 160 }} />}>
      <TodayCard />
    </Suspense>
  );
}
