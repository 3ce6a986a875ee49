import { lazy, Suspense, useEffect, useState } from 'react';
import { OPEN_REPORT, on, type ReportWish, takeReportWish } from '@/commands/events.ts';
import { loadPart } from '@/lib/loadPart.ts';

const ReportDialog = lazy(() => loadPart(() => import('./components/ReportDialog.tsx')));

/** Mounted once: reports what somebody has chosen in a menu anywhere. */
export function ReportHost() {
  const [wish, setWish] = useState<ReportWish | null>(null);
  useEffect(() => {
    const take = () => {
      const next = takeReportWish();
      if (next) setWish(next);
    };
    take();
    return on(OPEN_REPORT, take);
  }, []);
  if (!wish) return null;
  return (
    <Suspense>
      <ReportDialog wish={wish} onClose={() => setWish(null)} />
    </Suspense>
  );
}
