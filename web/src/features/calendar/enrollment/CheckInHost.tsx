import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { loadWithin } from '@/lib/loadPart.ts';
import { onTicked, ticked } from './checkins.ts';

/** How often it is tried again while somebody waits to be sent. */
const AGAIN_MS = 15_000;

/** Wherever one is: who was ticked off without a network is sent once there is one. */
export function CheckInHost() {
  const client = useQueryClient();
  const waits = useSyncExternalStore(onTicked, ticked, ticked).length > 0;
  useEffect(() => {
    if (!waits) return;
    const send = () =>
      loadWithin(() => import('./sending.ts'))
        .then(({ sendTicked }) => sendTicked(client))
        // It is tried again.
        .catch(() => {});
    void send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [waits, client]);
  return null;
}
