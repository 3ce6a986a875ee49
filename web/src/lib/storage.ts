/**
 * The browser's key-value store under one prefix. A full or forbidden store is logged and
 * otherwise ignored: nothing in the product depends on it alone.
 */
const PREFIX = 'kalender:';
/** Keys that belong to the person signed in: gone when they sign out. */
export const PERSONAL = 'user:';

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch (error) {
    console.warn('local storage could not be read', error);
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch (error) {
    console.warn('local storage could not be written', error);
  }
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
}
