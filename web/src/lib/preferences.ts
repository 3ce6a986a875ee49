import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** How this device shows and sounds; kept on the device, not in the account. */
export type Preferences = {
  sounds: 'on' | 'mentions' | 'off';
  density: 'compact' | 'roomy';
  announce: 'all' | 'mentions' | 'off';
  singleKeyShortcuts: boolean;
  virtualList: boolean;
  /** The extra bar of links over every page, for those not signed in. */
  linkBar: boolean;
};

export const defaultPreferences: Preferences = {
  sounds: 'mentions',
  density: 'roomy',
  announce: 'all',
  singleKeyShortcuts: true,
  virtualList: true,
  linkBar: false,
};

const KEY = 'preferences';
const allowed: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  sounds: ['on', 'mentions', 'off'],
  density: ['compact', 'roomy'],
  announce: ['all', 'mentions', 'off'],
  singleKeyShortcuts: [true, false],
  virtualList: [true, false],
  linkBar: [true, false],
};

/** Takes what is valid from a stored text and the defaults for the rest. */
export function parsePreferences(text: string | null): Preferences {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    stored = {};
  }
  const values = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  const pick = <K extends keyof Preferences>(key: K): Preferences[K] => {
    const found = allowed[key].find((value) => value === values[key]);
    return found ?? defaultPreferences[key];
  };
  return {
    sounds: pick('sounds'),
    density: pick('density'),
    announce: pick('announce'),
    singleKeyShortcuts: pick('singleKeyShortcuts'),
    virtualList: pick('virtualList'),
    linkBar: pick('linkBar'),
  };
}

let current: Preferences | undefined;
const listeners = new Set<() => void>();

/** On the way in nothing of somebody's is read: whose device it is shows only afterwards. */
const UNREAD = ['login', 'verify', 'reset'];
const isRead = () => !UNREAD.includes(window.location.pathname.split('/')[1] ?? '');

export function getPreferences(): Preferences {
  if (!current && !isRead()) return defaultPreferences;
  current ??= parsePreferences(readStored(KEY));
  return current;
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...(current ?? parsePreferences(readStored(KEY))), ...change };
  writeStored(KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== null && !event.key.endsWith(KEY)) return;
    current = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, getPreferences, () => defaultPreferences);
}
