import { useSyncExternalStore } from 'react';
import { forgetPerson } from './storage.ts';

/**
 * Whether somebody is signed in, by the readable marker beside the HttpOnly session cookie.
 * The marker only decides what is shown; the server decides what is allowed.
 */
const MARKER = 'kalender_jwt_present';
const listeners = new Set<() => void>();

export function isSignedIn(): boolean {
  // Pages that are drawn when the app is built are nobody's.
  if (typeof document === 'undefined') return false;
  return document.cookie.split('; ').some((cookie) => cookie === `${MARKER}=1`);
}

/** After signing in: lets the shell know that the marker has changed. */
export function sessionChanged(): void {
  for (const listener of listeners) listener();
}

/** Forgets the person on this device; the server has ended the session, or says it is over. */
export function clearSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${MARKER}=; path=/; max-age=0; samesite=lax`;
  forgetPerson();
  sessionChanged();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have signed in or out meanwhile.
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('focus', listener);
  };
}

export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn, () => false);
}
