/**
 * Every type of event has its handler, by construction: a handler missing from the map does not compile.
 * A type this build does not know (the server is newer) goes to `fallback`.
 */
export type Handlers<E extends { type: string }> = {
  [T in E['type']]: (event: Extract<E, { type: T }> extends never ? E : Extract<E, { type: T }>) => void;
};

export function dispatch<E extends { type: string }>(
  event: E,
  handlers: Handlers<E>,
  fallback?: (event: E) => void,
): void {
  const known = Object.hasOwn(handlers, event.type);
  const handler = known ? (handlers[event.type as E['type']] as (event: E) => void) : fallback;
  handler?.(event);
}
