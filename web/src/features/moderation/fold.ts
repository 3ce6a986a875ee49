/** The queue as it is held. Pure. */
import type { InfiniteData } from '@tanstack/react-query';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import type { Case, CursorPage, OwnCase } from './types.ts';

export type Held = InfiniteData<CursorPage<Case>, number | undefined>;

/** A waiting message has no case. */
export const keyOf = ({ idCase, targetType, targetId }: Case): string =>
  idCase == null ? `${targetType}-${targetId}` : String(idCase);

/** Page after page, each once: what moved from one page to the next meanwhile stands where it came first. */
export function itemsOf(held: { pages: CursorPage<Case>[] } | undefined): Case[] {
  const found = new Map<string, Case>();
  for (const { content } of held?.pages ?? []) {
    for (const one of content) if (!found.has(keyOf(one))) found.set(keyOf(one), one);
  }
  return [...found.values()];
}

/** What is decided waits no more. */
export const without = (held: Held, key: string): Held => ({
  ...held,
  pages: held.pages.map((page) => ({
    ...page,
    content: page.content.filter((one) => keyOf(one) !== key),
  })),
});

/** What it is and whose: 'Inlägg av Bo Alm'. */
export function nameOf({ targetType, author }: Case): string {
  const name = author?.displayName ?? texts.nobody;
  return targetType === 'PERSON' ? texts.person(name) : texts.by(texts.what[targetType], name);
}

/** What somebody who was slower is told. */
export function decidedBy({ outcome, moderator }: Case): string {
  if (!outcome || !moderator) return texts.already;
  return texts.alreadyAs(texts.outcomes[outcome], moderator.displayName);
}

/** Whether somebody looks at it again: what was decided is older than what its author says. */
export const waitsAgain = ({ closed, objection }: Pick<OwnCase, 'closed' | 'objection'>): boolean =>
  !!objection && (!closed || Date.parse(closed) <= Date.parse(objection.created));
