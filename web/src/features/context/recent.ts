/** Organisations visited last, newest first. Kept on the device for the person signed in. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';

export type Visited = { idEntity: number; entityName: string; entitySlug: string };

const KEY = `${PERSONAL}recent-organisations`;
export const RECENT_KEPT = 10;
export const RECENT_SHOWN = 3;

export function withVisit(before: readonly Visited[], visited: Visited): Visited[] {
  const { idEntity, entityName, entitySlug } = visited;
  const others = before.filter((one) => one.idEntity !== idEntity);
  return [{ idEntity, entityName, entitySlug }, ...others].slice(0, RECENT_KEPT);
}

export function readRecent(): Visited[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isVisited).slice(0, RECENT_KEPT) : [];
  } catch {
    return [];
  }
}

export function noteVisit(visited: Visited): void {
  writeStored(KEY, JSON.stringify(withVisit(readRecent(), visited)));
}

function isVisited(value: unknown): value is Visited {
  const one = value as Visited | null;
  return (
    typeof one?.idEntity === 'number' &&
    typeof one.entityName === 'string' &&
    typeof one.entitySlug === 'string'
  );
}
