/** Which contexts there are for a person, and which one an address asks for. Pure. */
import type { Membership, User } from '@/api/types.ts';
import { isReserved } from '@/lib/reserved.ts';
import { contextTexts } from '@/texts/context.ts';
import { type ActiveContext, familyContext, organisationContext, userContext } from './model.ts';

/** Relations in whose name one may act for the organisation. */
const ACTING = ['OWNER', 'ADMINISTRATOR', 'MEMBER', 'EMPLOYEE', 'TENANT', 'BOARDMEMBER'];
/** Above this many organisations the selector has a search field. */
export const FILTER_ABOVE = 5;
export const LABEL_LENGTH = 20;

export const mayActAs = ({ txRelationType }: Pick<Membership, 'txRelationType'>): boolean =>
  ACTING.includes(txRelationType);

export function filterOrganisations<T extends Pick<Membership, 'entityName' | 'entitySlug'>>(
  organisations: readonly T[],
  typed: string,
): T[] {
  const q = typed.trim().toLocaleLowerCase('sv');
  return organisations.filter(({ entityName, entitySlug }) =>
    [entityName, entitySlug].some((text) => text.toLocaleLowerCase('sv').includes(q)),
  );
}

/** 'Naturskyddsföreninge..': at most 20 characters, then two dots. */
export function shortLabel(name: string): string {
  const letters = [...name];
  return letters.length > LABEL_LENGTH ? `${letters.slice(0, LABEL_LENGTH).join('')}..` : name;
}

/** The organisation's slug that a path begins with; null for the app's own addresses. */
export function slugOfPath(pathname: string): string | null {
  const [, first = '', second] = pathname.split('/');
  // /{userName}/settings is a person's.
  if (first === '' || isReserved(first) || second === 'settings') return null;
  try {
    return decodeURIComponent(first).toLowerCase();
  } catch {
    return null;
  }
}

/** One that may be entered: with a slug to go to, a numeric id and a relation that allows it. */
export function enterable(
  organisations: readonly Membership[],
  wanted: { slug: string } | { id: number },
): ActiveContext | null {
  const found = organisations.find((one) =>
    'slug' in wanted ? one.entitySlug === wanted.slug : one.idEntity === wanted.id,
  );
  if (!found?.entitySlug || !Number.isFinite(found.idEntity) || !mayActAs(found)) return null;
  return organisationContext(found);
}

type Facts = { me: User; organisations: readonly Membership[] };

/** What a path asks for; null: it says nothing about it. */
export function contextOfPath(
  pathname: string,
  { me, organisations }: Facts,
): ActiveContext | null {
  if (/^\/family(\/|$)/.test(pathname)) return familyContext(me, contextTexts.family);
  const slug = slugOfPath(pathname);
  if (slug === null) return null;
  return enterable(organisations, { slug }) ?? userContext(me);
}

/** Whether an organisation is only looked at, and a path is its page. */
export const isViewedAt = (context: ActiveContext | null, pathname: string): boolean =>
  context?.viewed === true && context.slug === slugOfPath(pathname);

/**
 * On start: what the address asks for, else the stored one as it is today, else the person. A
 * stored organisation that one has left, or that is gone, is not entered.
 */
export function restored(
  stored: ActiveContext | null,
  pathname: string,
  facts: Facts,
): ActiveContext {
  const { me, organisations } = facts;
  const asked = contextOfPath(pathname, facts);
  if (stored && isViewedAt(stored, pathname) && asked?.type === 'user') return stored;
  if (asked) return asked;
  if (stored?.viewed) return userContext(me);
  if (stored?.type === 'organization') {
    return enterable(organisations, { id: stored.id }) ?? userContext(me);
  }
  // Another person's, from before somebody else signed in here, is nobody's.
  return stored?.id === me.idUser ? { ...stored, name: nameOf(stored, me) } : userContext(me);
}

const nameOf = (stored: ActiveContext, me: User) =>
  stored.type === 'family' ? stored.name : me.displayName;
