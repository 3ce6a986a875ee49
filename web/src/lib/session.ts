import { useSyncExternalStore } from 'react';
import type { Follower, Invitation, User } from '@/api/types.ts';
import { forgetPerson, PERSONAL, readStored, writeStored } from './storage.ts';

/**
 * Whether somebody is signed in: by the readable marker beside the HttpOnly session cookie, or by
 * what this browser has kept of them. That only decides what is shown; the server decides what is
 * allowed, and its first 401 clears all of it.
 */
const MARKER = 'kalender_jwt_present';
/** A token that was kept. Ours lies in a cookie that no script reads. */
const TOKEN = `${PERSONAL}token`;
const STATE = `${PERSONAL}session`;

/** What outlives a reload. */
export type SessionState = {
  isLoggedIn: boolean;
  actingAs: 'person' | 'entity';
  user: User;
  /** The organisation looked at last. */
  viewedProfile: { id: number; displayName: string; slugName: string } | null;
  /** The first of those who follow me, as they were fetched last. */
  followers: Follower[];
  /** What organisations ask me and I have not answered. */
  activeInvitations: Invitation[];
};
const fresh = { actingAs: 'person', viewedProfile: null, followers: [], activeInvitations: [] };
const listeners = new Set<() => void>();

/** Whose a page is that is drawn when the app is built: nobody's, or the frame of somebody's who is signed in. */
let drawnAs = false;
export function drawAs(signedIn: boolean): void {
  drawnAs = signedIn;
}

export function isSignedIn(): boolean {
  if (typeof document === 'undefined') return drawnAs;
  return (
    document.cookie.split('; ').some((cookie) => cookie === `${MARKER}=1`) ||
    readStored(TOKEN) !== null ||
    storedSession() !== null
  );
}

/** What was kept; null for nobody's, or what cannot be read. */
export function storedSession(): SessionState | null {
  const text = readStored(STATE);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<SessionState> | null;
    return kept?.isLoggedIn === true && Number.isFinite(kept.user?.idUser)
      ? ({ ...fresh, ...kept } as SessionState)
      : null;
  } catch {
    return null;
  }
}

/** Keeps what has changed. Without a person there is nothing to keep. */
export function keepSession(change: Partial<Omit<SessionState, 'isLoggedIn'>>): void {
  const before = storedSession();
  const user = change.user ?? before?.user;
  if (!user || !isSignedIn()) return;
  // Somebody else begins anew.
  const held = before?.user.idUser === user.idUser ? before : null;
  const after = { ...fresh, ...held, ...change, user };
  writeStored(STATE, JSON.stringify({ ...after, isLoggedIn: true }));
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
  return useSyncExternalStore(subscribe, isSignedIn, () => drawnAs);
}
