/**
 * First segments of a path that are never an organisation: the seven of the specification,
 * and those that the application or the server routes itself.
 */
const reserved = new Set([
  'login',
  'register',
  'settings',
  'profile',
  'feed',
  'kontakter',
  'konversation',
  'api',
  'img',
  'assets',
  'ws-notify',
  'signup',
  'verify',
  'reset',
  'cre',
  'start',
  'messages',
  'notifications',
  'klyftig',
  'family',
  'search',
  'sok',
  'kalender',
  'calendar',
  'event',
  'docs',
  'u',
  'person',
]);

export function isReserved(segment: string): boolean {
  return reserved.has(segment.toLowerCase());
}
