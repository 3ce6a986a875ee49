/**
 * Every type of event has its handler, by construction: a handler missing from the map does not compile.
 * A type this build does not know (the server is newer) goes to `fallback`. `context` is whatever the
 * handlers work on, so that the map itself can be made once.
 */
export type Handlers<E extends { type: string }, C> = {
  [T in E['type']]: (
    event: Extract<E, { type: T }> extends never ? E : Extract<E, { type: T }>,
    context: C,
  ) => void;
};

export function dispatch<E extends { type: string }, C>(
  event: E,
  context: C,
  handlers: Handlers<E, C>,
  fallback?: (event: E, context: C) => void,
): void {
  const known = Object.hasOwn(handlers, event.type);
  const handler = known
    ? (handlers[event.type as E['type']] as (event: E, context: C) => void)
    : fallback;
  handler?.(event, context);
}
