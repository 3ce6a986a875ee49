/**
 * The one active context of this tab. Written to the browser's store, and followed there: two
 * tabs of one browser act in the same name, so that nobody writes in a name they left.
 */
import { useSyncExternalStore } from 'react';
import type { Membership, User } from '@/api/types.ts';
import { contextTexts } from '@/texts/context.ts';
import {
  type ActiveContext,
  actsAsEntity,
  type ContextAction,
  type ContextState,
  contextReducer,
  noContext,
  sameContext,
  userContext,
  viewedContext,
} from './model.ts';
import { contextOfPath, enterable, isViewedAt, restored, slugOfPath } from './rules.ts';
import { CONTEXT_KEY, parseContext, readContext, writeContext } from './storage.ts';

type Facts = { me: User; organisations: readonly Membership[] };

/** What was stored counts until the facts are here, so that nothing jumps when they come. */
let state: ContextState = { ...noContext, activeContext: readContext() };
let facts: Facts | null = null;
/**
 * The address at which somebody chose a context. Until another is shown it does not say in whose name one acts: the page of the
 * organisation that is being left would be entered again as soon as its facts are fetched.
 */
let chosenAt: string | null = null;
const listeners = new Set<() => void>();

function apply(action: ContextAction): void {
  const before = state.activeContext;
  state = contextReducer(state, action);
  if (state.activeContext !== before) writeContext(state.activeContext);
  for (const listener of listeners) listener();
}

export const contextState = (): ContextState => state;

/** The person and their organisations are known, or have changed. Restores on the first call. */
export function knowFacts(next: Facts, pathname: string): void {
  const first = facts?.me.idUser !== next.me.idUser;
  facts = next;
  const address = pathname === chosenAt ? '/' : pathname;
  const wanted = restored(first ? readContext() : state.activeContext, address, next);
  if (!equal(wanted, state.activeContext)) apply({ type: 'SET', context: wanted });
  else if (first) for (const listener of listeners) listener();
}

/** Navigation: an organisation's address enters it, or leaves acting where that is not allowed. */
export function followPath(pathname: string): void {
  if (pathname === chosenAt) return;
  chosenAt = null;
  const active = state.activeContext;
  if (!facts || isViewedAt(active, pathname)) return;
  const wanted = contextOfPath(pathname, facts) ?? (active?.viewed ? userContext(facts.me) : null);
  if (wanted && !sameContext(wanted, state.activeContext)) apply({ type: 'SET', context: wanted });
}

/** A public organisation's page is loaded: it is the context, whoever one is to it. */
export function viewOrganisation(one: Parameters<typeof viewedContext>[0]): void {
  // Its page is being left for a context that was chosen there; what it fetched comes too late.
  if (chosenAt !== null && slugOfPath(chosenAt) === one.entitySlug) return;
  const wanted =
    (facts && enterable(facts.organisations, { id: one.idEntity })) ?? viewedContext(one);
  if (!sameContext(wanted, state.activeContext)) apply({ type: 'SET', context: wanted });
}

/** Ignored without a slug to go to, or where the person may not act. Tells whether it was done. */
export function enterOrganisation(id: number): boolean {
  const wanted = facts && enterable(facts.organisations, { id });
  if (!wanted) return false;
  chosenAt = window.location.pathname;
  apply({ type: 'SET', context: wanted });
  return true;
}

export function enterPersonal(): void {
  if (!facts) return;
  chosenAt = window.location.pathname;
  apply({ type: 'SET', context: userContext(facts.me) });
}

/**
 * A switch that asks the server first: memberships are fetched anew, for one may have lost the
 * right. Answers the context entered; null when it was refused or the server did not answer.
 */
export async function switchTo(
  target: { id: number } | 'person',
  fetchFacts: () => Promise<Facts>,
): Promise<ActiveContext | null> {
  apply({ type: 'LOAD' });
  try {
    facts = await fetchFacts();
  } catch {
    apply({ type: 'FAILED', error: contextTexts.switchFailed });
    return null;
  }
  const wanted =
    target === 'person' ? userContext(facts.me) : enterable(facts.organisations, target);
  if (wanted) chosenAt = window.location.pathname;
  apply(
    wanted
      ? { type: 'LOADED', context: wanted }
      : { type: 'FAILED', error: contextTexts.switchRefused },
  );
  return wanted;
}

/** Signed out. */
export function forgetContext(): void {
  facts = null;
  chosenAt = null;
  state = noContext;
  for (const listener of listeners) listener();
}

/** Another tab has switched; `told` hears of it. A tab on an organisation's own address stays with it. */
export function followOtherTabs(told: (context: ActiveContext) => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== CONTEXT_KEY || !facts) return;
    const stored = parseContext(event.newValue);
    if (!stored || contextOfPath(window.location.pathname, facts)) return;
    const wanted = restored(stored, window.location.pathname, facts);
    if (sameContext(wanted, state.activeContext)) return;
    // Not written back: two tabs must not answer each other.
    state = contextReducer(state, { type: 'SET', context: wanted });
    for (const listener of listeners) listener();
    told(wanted);
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function equal(a: ActiveContext | null, b: ActiveContext | null): boolean {
  return (
    sameContext(a, b) && a?.name === b?.name && a?.imageId === b?.imageId && a?.slug === b?.slug
  );
}

export function useContextState(): ContextState {
  return useSyncExternalStore(subscribe, contextState, contextState);
}

/** Whether the context is more than what was stored: the person's organisations are known. */
export function useFactsKnown(): boolean {
  const known = () => facts !== null;
  return useSyncExternalStore(subscribe, known, known);
}

export function useActiveContext(): ActiveContext | null {
  return useContextState().activeContext;
}

/** The organisation acted as; null in person mode. */
export function useActing(): ActiveContext | null {
  const context = useActiveContext();
  return actsAsEntity(context) ? context : null;
}
