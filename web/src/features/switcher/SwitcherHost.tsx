import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { OPEN_SWITCHER, on, takeSwitcherWish } from '@/commands/events.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { holdKeys, returnKeys } from '@/lib/typeAhead.ts';
import { notePlace, placeOf, SWITCHER } from './recent.ts';

const SwitchDialog = lazy(() => loadPart(() => import('./SwitchDialog.tsx')));

/** Mounted once: remembers where one is, and opens the quick switcher. */
export function SwitcherHost() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const shown = useRef(false);
  const close = useCallback(() => {
    shown.current = false;
    // At once: the keys go on where they were.
    flushSync(() => setOpen(false));
    returnKeys();
  }, []);
  useEffect(() => {
    const toggle = () => {
      takeSwitcherWish();
      if (shown.current) return close();
      shown.current = true;
      // What is typed until the dialog stands is meant for it.
      holdKeys(SWITCHER);
      setOpen(true);
    };
    if (takeSwitcherWish()) toggle();
    return on(OPEN_SWITCHER, toggle);
  }, [close]);
  const here = useRef(placeOf(pathname));
  useEffect(() => {
    here.current = placeOf(pathname);
    notePlace(pathname);
  }, [pathname]);
  useEffect(() => {
    const wentBack = () => {
      const place = placeOf(window.location.pathname);
      if (place !== null && place !== here.current) holdKeys(place);
    };
    window.addEventListener('popstate', wentBack);
    return () => window.removeEventListener('popstate', wentBack);
  }, []);
  if (!open) return null;
  return (
    <Suspense>
      <SwitchDialog onClose={close} />
    </Suspense>
  );
}
