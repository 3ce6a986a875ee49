import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CountBadge } from '@/components/CountBadge.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { notificationTexts } from '@/texts/chat.ts';
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
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    // Heard on the page: what had the focus may have gone, as the button that marks all as read does.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);

  return (
    <div ref={root} className={classes.root}>
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
function useRinging(unread: boolean): boolean {
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
