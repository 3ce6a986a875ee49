import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSignedIn } from '@/lib/session.ts';
import { realtime } from './connection.ts';
import type { Listener } from './registry.ts';

/** Keeps the connection while somebody is signed in; mounted once, by the shell's notification bell. */
export function useRealtimeConnection(): void {
  const signedIn = useSignedIn();
  useEffect(() => {
    if (!signedIn) return;
    void realtime.start();
    return () => realtime.stop();
  }, [signedIn]);
}

export function useConnection() {
  return useSyncExternalStore(realtime.subscribeStatus, realtime.status, realtime.status);
}

/** Hears a destination while mounted; null: nothing to hear. The newest handlers are used. */
export function useSubscription<T>(destination: string | null, listener: Listener<T>): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  // Who has no short way to ask is asked otherwise (Registry.poll): what is not there must not seem to be.
  const polls = listener.onPoll !== undefined;
  useEffect(() => {
    if (destination === null) return;
    return realtime.subscribe<T>(destination, {
      onMessage: (body) => newest.current.onMessage(body),
      onActive: () => newest.current.onActive?.(),
      onDenied: (message, how) => newest.current.onDenied?.(message, how),
      ...(polls && { onPoll: () => newest.current.onPoll?.() }),
    });
  }, [destination, polls]);
}
