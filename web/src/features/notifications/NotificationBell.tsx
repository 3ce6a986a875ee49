import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CountBadge } from '@/components/CountBadge.tsx';
import { usePopover } from '@/hooks/usePopover.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { notificationTexts } from '@/texts/notifications.ts';
import classes from './NotificationBell.module.css';
import {
  useLiveNotifications,
  useNotificationCount,
  useTitleCount,
  useUnreadTotals,
} from './useNotifications.ts';

const Panel = lazy(() => loadPart(() => import('./NotificationPanel.tsx')));

const RING_EVERY_MS = 3000;
const RING_MS = 1000;
const CAP = 99;

/** The bell of the header. It also keeps the live connection of a signed-in tab. */
export function NotificationBell() {
  useLiveNotifications();
  const count = useNotificationCount();
  const totals = useUnreadTotals();
  useTitleCount(count + totals.chat + totals.messages);
  const ringing = useRinging(count > 0);
  const { open, setOpen, root } = usePopover();

  return (
    <div ref={root} className={classes.root} data-tour="notifications">
      <button
        type="button"
        className={classes.bell}
        aria-label={notificationTexts.bell(count)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconBell
          size={20}
          stroke={1.75}
          aria-hidden="true"
          data-ringing={ringing || undefined}
          className={classes.icon}
        />
        <span className={classes.badge} aria-hidden="true">
          <CountBadge count={count} cap={CAP} />
        </span>
      </button>
      {open && (
        <Suspense>
          <Panel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** 1 s every 3 s while something is unread; still for who asks for less motion. */
export function useRinging(unread: boolean): boolean {
  const [ringing, setRinging] = useState(false);
  useEffect(() => {
    if (!unread || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let stop: ReturnType<typeof setTimeout>;
    const ring = () => {
      setRinging(true);
      stop = setTimeout(() => setRinging(false), RING_MS);
    };
    ring();
    const timer = setInterval(ring, RING_EVERY_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
      setRinging(false);
    };
  }, [unread]);
  return ringing;
}
