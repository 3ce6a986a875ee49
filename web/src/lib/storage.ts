/**
 * The browser's key-value store under one prefix. A full or forbidden store is logged and
 * otherwise ignored: nothing in the product depends on it alone.
 */
const PREFIX = 'kalender:';
/** Keys that belong to the person signed in: gone when they sign out. */
export const PERSONAL = 'user:';

export const readStored = (key: string): string | null => readPlain(PREFIX + key);
export const writeStored = (key: string, value: string | null): void =>
  writePlain(PREFIX + key, value);

/** Without the prefix: for the few keys whose names are given. */
export function readPlain(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn('local storage could not be read', error);
    return null;
  }
}

export function writePlain(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn('local storage could not be written', error);
  }
}

const forgetters = new Set<() => void>();

/** Registers what else a person leaves behind. */
export function onForget(forget: () => void): void {
  forgetters.add(forget);
}

/** Forgets what belongs to a person (drafts, last channel …); the device's own settings stay. */
export function forgetPerson(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX + PERSONAL)) localStorage.removeItem(key);
    }
  } catch (error) {
    console.warn('local storage could not be cleared', error);
  }
  for (const forget of forgetters) forget();
}
