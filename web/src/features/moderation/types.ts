/** The shapes of moderation, by the names of the API document. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Case = Schemas['ModerationCase'];
export type CaseReport = Schemas['CaseReport'];
export type CaseAbility = Schemas['CaseAbility'];
/** What a decision is about: in the order of the server. */
export type Act = Exclude<CaseAbility, 'APPROVE' | 'REJECT'>;
export type CaseState = Schemas['CaseState'];
export type OwnCase = Schemas['OwnCase'];
export type Step = Schemas['ModerationStep'];
export type Speaker = Schemas['Speaker'];

export type CursorPage<T> = { content: T[]; hasMore: boolean; cursor?: number | null };
