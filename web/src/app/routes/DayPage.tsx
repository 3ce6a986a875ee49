import { useLocation, useMatches } from 'react-router';
import type { DayType } from '@/api/types.ts';
import { DayView } from '@/features/almanac/DayView.tsx';

/** /helgdagar/midsommardagen: one day of the almanac; its kind stands with the route. */
export function DayPage() {
  const { pathname } = useLocation();
  const type = useMatches().at(-1)?.handle as { day: DayType };
  return <DayView type={type.day} slug={pathname.slice(1).replace(/\/$/, '')} />;
}
