/** How much somebody may book, in a form and back again. Pure. */
import type { RelationType } from '@/api/types.ts';
import { limitTexts as texts } from '@/texts/bookingsRules.ts';
import { bounded, newKey, type Wrong } from './fields.ts';
import type { Quota } from './types.ts';

const MOST = 10_000;
/** The server takes no more. */
export const MOST_QUOTAS = 20;
/** The relation of a limit that is for everybody. */
export const ANYBODY = '';

export type QuotaForm = Omit<Quota, 'limit' | 'relation'> & {
  key: string;
  limit: string;
  relation: RelationType | typeof ANYBODY;
};

export const quotaForm = ({ limit, relation, ...quota }: Quota): QuotaForm => ({
  key: newKey(),
  ...quota,
  limit: String(limit),
  relation: relation ?? ANYBODY,
});

/** Four hours a week for each person: what most ask for first. */
export const blankQuota = (): QuotaForm =>
  quotaForm({ holder: 'PERSON', scope: 'BOOKABLE', unit: 'HOURS', per: 'WEEK', limit: 4 });

export const quotaOf = ({ key: _, limit, relation, ...quota }: QuotaForm): Quota => ({
  ...quota,
  limit: Number(limit),
  ...(relation !== ANYBODY && { relation }),
});

export function wrongQuotas(quotas: readonly QuotaForm[]): Wrong {
  const wrong = quotas.flatMap(({ limit, holder, relation }, n): [string, string | undefined][] => [
    [`quotas[${n}].limit`, bounded(limit, 1, MOST)],
    [
      `quotas[${n}].relation`,
      holder === 'RELATION' && relation === ANYBODY ? texts.whichRelation : undefined,
    ],
  ]);
  return Object.fromEntries(wrong);
}
