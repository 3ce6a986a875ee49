import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Occurrence } from './api.ts';
import { onTicked, type Ticked, tick, ticked, tickedOf, untick } from './checkins.ts';
import { sendTicked } from './sending.ts';

/** Those of an event who were ticked off and not sent, and how one ticks off. What waits is sent by CheckInHost. */
export function useCheckIns(of: Occurrence) {
  const client = useQueryClient();
  const all = useSyncExternalStore(onTicked, ticked, ticked);
  return {
    waiting: tickedOf(all, of),
    send: () => sendTicked(client),
    checkIn({ idUser, displayName }: { idUser: number; displayName: string }) {
      tick({ ...of, idUser, name: displayName, at: new Date().toISOString() });
      void sendTicked(client);
    },
    takeBack: (one: Ticked) => untick([one]),
  };
}
