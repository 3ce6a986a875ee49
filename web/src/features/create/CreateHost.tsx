import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusSearch, OPEN_CREATE, on, takeCreateWish } from '@/commands/events.ts';
import { loadPart } from '@/lib/loadPart.ts';

const CreateDialog = lazy(() => loadPart(() => import('./CreateDialog.tsx')));

/** Mounted once: opens the create dialog when anything on the page asks for it. */
export function CreateHost() {
  const [open, setOpen] = useState(false);
  const shown = useRef(open);
  // Before one sees it: who presses twice at once means the search.
  useLayoutEffect(() => {
    shown.current = open;
  }, [open]);
  useEffect(() => {
    if (takeCreateWish()) setOpen(true);
    return on(OPEN_CREATE, () => {
      takeCreateWish();
      setOpen(!shown.current);
      // Asked for while it is open, it makes way for the search.
      if (shown.current) focusSearch();
    });
  }, []);
  if (!open) return null;
  return (
    <Suspense>
      <CreateDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
