import { lazy, Suspense, useEffect, useState } from 'react';
import { OPEN_SHORTCUTS, on } from '@/commands/events.ts';
import { loadPart } from '@/lib/loadPart.ts';

const ShortcutList = lazy(() => loadPart(() => import('./ShortcutList.tsx')));

/** Mounted once: shows the list of keys when `?` or the help menu asks for it. */
export function ShortcutsHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => on(OPEN_SHORTCUTS, () => setOpen(true)), []);
  if (!open) return null;
  return (
    <Suspense>
      <ShortcutList onClose={() => setOpen(false)} />
    </Suspense>
  );
}
