import { lazy, Suspense, useEffect, useState } from 'react';
import { OPEN_STATUS, on, type StatusWish, takeStatusWish } from '@/commands/events.ts';
import { useMe } from '@/features/accounts/api.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { standing } from './api.ts';
import { tellStatus } from './store.ts';

const StatusDialog = lazy(() => loadPart(() => import('./StatusDialog.tsx')));
const QuietDialog = lazy(() => loadPart(() => import('./QuietDialog.tsx')));

/** Mounted once: opens what one says of oneself from anywhere, and shows it beside one's own name. */
export function StatusHost() {
  const [open, setOpen] = useState<StatusWish | null>(null);
  const me = useMe();
  useEffect(() => {
    const take = () => {
      const wish = takeStatusWish();
      if (wish) setOpen(wish);
    };
    take();
    return on(OPEN_STATUS, take);
  }, []);
  const id = me?.idUser;
  const status = me?.status;
  useEffect(() => {
    if (!id) return;
    const said = standing(status, Date.now());
    tellStatus(id, { text: said?.text ?? null, emoji: said?.emoji ?? null });
    if (!said?.until) return;
    // Longer than a timer can wait it stands for as long as the page is likely open.
    const left = Math.min(Date.parse(said.until) - Date.now(), 2 ** 31 - 1);
    const timer = setTimeout(() => tellStatus(id, {}), left);
    return () => clearTimeout(timer);
  }, [id, status]);
  if (!open) return null;
  const close = () => setOpen(null);
  return (
    <Suspense>
      {open === 'status' ? <StatusDialog onClose={close} /> : <QuietDialog onClose={close} />}
    </Suspense>
  );
}
