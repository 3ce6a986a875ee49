/** The shapes of the administration, by the names of the API document (schema.gen.ts). */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Speaker = Required<Schemas['Speaker']>;
export type AuditEntry = Required<Omit<Schemas['AuditEntry'], 'actor' | 'person'>> & {
  /** null: the command line, or it happened by itself. */
  actor: Speaker | null;
  /** Whom it concerns. */
  person: Speaker | null;
};
export type Administration = Schemas['Administration'];
export type AdministeredPerson = Required<Schemas['Relation']> & { lastSeen: string | null };
export type FailedJob = Required<Schemas['FailedJob']>;
export type RestingAddress = Schemas['RestingAddress'];
export type AdministeredEntity = Schemas['AdministeredEntity'];
export type Limits = Schemas['PlatformLimits'];

export type Activity = Schemas['EntityActivity'];
export type ActivityDay = Schemas['EntityActivityDay'];
export type ActivitySeries = Schemas['EntityActivitySeries'];

export type CursorPage<T> = { content: T[]; hasMore: boolean; cursor?: number | null };
