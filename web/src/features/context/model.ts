/**
 * In whose name one acts, as a state and what may happen to it. Pure.
 *
 * The context is also the acting mode: an organisation acts as that organisation, everything
 * else as the person. The specification's "otherwise to the user context" is read for
 * addresses of organisations: visiting one where one may not act leaves acting mode, while an
 * area of the app (/feed, /konversation …) keeps it, or acting would end with the next click.
 *
 * An organisation whose public page is shown is the context as well, for as long as it is shown;
 * `viewed` says that nothing is done in its name.
 */
import type { Membership, User } from '@/api/types.ts';

export type ContextType = 'user' | 'personal' | 'family' | 'organization';

export type ActiveContext = {
  type: ContextType;
  id: number;
  name: string;
  /** Of organisations. */
  slug?: string;
  /** A picture's id or path; null without one. */
  imageId?: string | null;
  icon?: string | null;
  /** Only looked at: one acts as the person. */
  viewed?: true;
};

export type ContextState = {
  activeContext: ActiveContext | null;
  previousContext: ActiveContext | null;
  loading: boolean;
  error: string | null;
};

export type ContextAction =
  /** By slug, by id, or switching to a person or an organisation. */
  | { type: 'LOAD' }
  | { type: 'LOADED'; context: ActiveContext }
  | { type: 'FAILED'; error: string }
  | { type: 'SET'; context: ActiveContext }
  | { type: 'CLEAR' };

export const noContext: ContextState = {
  activeContext: null,
  previousContext: null,
  loading: false,
  error: null,
};

export function contextReducer(state: ContextState, action: ContextAction): ContextState {
  switch (action.type) {
    case 'LOAD':
      return { ...state, loading: true, error: null };
    case 'LOADED':
      return { ...enter(state, action.context), loading: false };
    case 'FAILED':
      return { ...state, loading: false, error: action.error };
    case 'SET':
      return enter(state, action.context);
    case 'CLEAR':
      return { ...state, activeContext: null };
  }
}

function enter(state: ContextState, context: ActiveContext): ContextState {
  return { ...state, activeContext: context, previousContext: state.activeContext };
}

export const userContext = (me: User): ActiveContext => ({
  type: 'user',
  id: me.idUser,
  name: me.displayName,
  imageId: me.profileImage,
});

export const familyContext = (me: User, name: string): ActiveContext => ({
  type: 'family',
  id: me.idUser,
  name,
  icon: 'family',
});

export const organisationContext = (one: Membership): ActiveContext => ({
  type: 'organization',
  id: one.idEntity,
  name: one.entityName,
  slug: one.entitySlug,
  imageId: one.image,
});

/** An organisation whose public page is shown, to whom it may concern. */
export const viewedContext = (
  one: Pick<Membership, 'idEntity' | 'entityName' | 'entitySlug' | 'image'>,
): ActiveContext => ({
  type: 'organization',
  id: one.idEntity,
  name: one.entityName,
  slug: one.entitySlug,
  imageId: one.image,
  viewed: true,
});

export const sameContext = (a: ActiveContext | null, b: ActiveContext | null): boolean =>
  a?.type === b?.type && a?.id === b?.id && a?.viewed === b?.viewed;

export const actsAsEntity = (context: ActiveContext | null): boolean =>
  context?.type === 'organization' && !context.viewed;
