import { Suspense } from 'react';
import { useRunning } from '@/hooks/useRunning.ts';
import { part } from '@/lib/part.tsx';
import { TodayRoom } from './components/TodayRoom.tsx';

const TodayCard = part(() => import('./components/TodayCard.tsx'));

/** The card's code: whoever shows it at first fetches it with the page. */
export const fetchToday = TodayCard.fetched;

/** Today and tomorrow, for the start page. */
export function Today() {
  // What is drawn when the app is built has that day's date.
  const running = useRunning();
  if (!running) return <TodayRoom />;
  return (
    <Suspense fallback={<TodayRoom />}>
      <TodayCard />
    </Suspense>
  );
}
