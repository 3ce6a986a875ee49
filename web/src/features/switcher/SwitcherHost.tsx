import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { OPEN_SWITCHER, on, takeSwitcherWish } from '@/commands/events.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { notePlace } from './recent.ts';

const SwitchDialog = lazy(() => loadPart(() => import('./SwitchDialog.tsx')));

/** Mounted once: remembers where one is, and opens the quick switcher. */
export function SwitcherHost() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => {
    if (takeSwitcherWish()) setOpen(true);
    return on(OPEN_SWITCHER, () => {
      takeSwitcherWish();
      setOpen((is) => !is);
    });
  }, []);
  useEffect(() => notePlace(pathname), [pathname]);
  if (!open) return null;
  return (
    <Suspense>
      <SwitchDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
