/**
 * Loads a part of the page (a route, a dialog). After a deploy an open page may ask for a
 * file that is gone: one more try, then the question to reload, at most once in 30 s so that
 * a broken deploy does not become a loop.
 */
import { errorTexts } from '@/texts/errors.ts';

const RETRY_AFTER = 400;
const RELOAD_INTERVAL = 30_000;
const KEY = 'kalender:reloaded-at';

export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  }
  try {
    return await load();
  } catch (error) {
    // Without a network the file is not gone, only out of reach: the error page says so.
    if (navigator.onLine && mayReload(Date.now()) && window.confirm(question())) {
      window.location.reload();
    }
    throw error;
  }
}

/** As `loadPart`, for what stands within a page: without a network it comes when there is one, and the page stands without it. */
export async function loadWithin<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    if (navigator.onLine) return loadPart(load);
  }
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  return loadWithin(load);
}

function question(): string {
  return errorTexts.newVersion(window.location.host);
}

/** Whether 30 s have passed since the last question; notes the time when they have. */
export function mayReload(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
    if (now - last < RELOAD_INTERVAL) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    // Without storage a loop could not be noticed.
    return false;
  }
}
