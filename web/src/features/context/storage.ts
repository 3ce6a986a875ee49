/** The context in the browser's store, under the key the specification names. */
import { onForget, readPlain, writePlain } from '@/lib/storage.ts';
import type { ActiveContext, ContextType } from './model.ts';

export const CONTEXT_KEY = 'activeContext';
const types: ContextType[] = ['user', 'personal', 'family', 'organization'];

export function parseContext(text: string | null): ActiveContext | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<ActiveContext> | null;
    if (!value || !types.some((type) => type === value.type)) return null;
    if (typeof value.id !== 'number' || !Number.isFinite(value.id)) return null;
    if (typeof value.name !== 'string') return null;
    if (value.type === 'organization' && !value.slug) return null;
    return value as ActiveContext;
  } catch {
    return null;
  }
}

export const readContext = (): ActiveContext | null => parseContext(readPlain(CONTEXT_KEY));

export function writeContext(context: ActiveContext | null): void {
  writePlain(CONTEXT_KEY, context && JSON.stringify(context));
}

// It says who somebody is: gone when they sign out.
onForget(() => writeContext(null));
