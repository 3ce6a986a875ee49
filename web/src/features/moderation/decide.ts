/** What a decision does to what is held. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { chatApi } from '@/features/chat/api.ts';
import { moderationTexts as texts } from '@/texts/moderation.ts';
import { casesQuery, moderationCalls } from './api.ts';
import { decidedBy, type Held, keyOf, without } from './fold.ts';
import { moderationKey } from './keys.ts';
import type { Case, CaseAbility } from './types.ts';

const CONFLICT = 409;
const NOT_HERE = 'NOT_HERE';

const call = (one: Case, act: CaseAbility, note: string): Promise<unknown> => {
  if (act === 'APPROVE') return chatApi.approve(Number(one.targetId));
  if (act === 'REJECT') return chatApi.reject(Number(one.targetId), note);
  return moderationCalls.decide(one.idEntity, one.idCase ?? 0, act, note);
};

/** Decides. Answers what somebody is told who was slower than another moderator; null: it is done. */
export async function decide(
  client: QueryClient,
  one: Case,
  act: CaseAbility,
  note: string,
): Promise<string | null> {
  let late: string | null = null;
  try {
    await call(one, act, note);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CONFLICT || error.code === NOT_HERE) {
      throw error;
    }
    const { case: decided } = error.problem as { case?: Case };
    late = decided ? decidedBy(decided) : one.idCase == null ? texts.alreadyWaiting : texts.already;
  }
  client.setQueryData<Held>(
    casesQuery(one.idEntity, 'OPEN').queryKey,
    (held) => held && without(held, keyOf(one)),
  );
  void client.invalidateQueries({ queryKey: [...moderationKey, one.idEntity] });
  return late;
}
