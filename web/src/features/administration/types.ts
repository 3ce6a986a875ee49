/** The shapes of the administration, by the names of the API document. */
import type { Relation } from '@/api/types.ts';

export type Speaker = {
  kind: 'PERSON' | 'ENTITY';
  idUser: number | null;
  idEntity: number | null;
  displayName: string;
  slug: string;
  userName: string;
  profileImage: string | null;
};

export type AuditEntry = {
  idAudit: number;
  created: string;
  kind: string;
  /** null: the command line, or it happened by itself. */
  actor: Speaker | null;
  /** Whom it concerns. */
  person: Speaker | null;
  subject: { kind: string; id: number; name: string } | null;
  facts: Record<string, string>;
};

export type Administration = {
  idEntity: number;
  entityName: string;
  entitySlug: string;
  isPlatform: boolean;
  storage: {
    usedBytes: number;
    mostBytes: number;
    areas: { area: string; bytes: number | null; count: number | null; most: number | null }[];
  };
  failedJobs: number;
  restingAddresses: number;
};

export type AdministeredPerson = Relation & { lastSeen: string | null };

export type ActivityDay = { date: string; messages: number; activeMembers: number };
export type Activity = { from: string; to: string; days: ActivityDay[] };

export type FailedJob = {
  idJob: number;
  kind: string;
  tries: number;
  due: string;
  failed: string;
  idEntity: number | null;
  error: string | null;
};

export type RestingAddress = {
  idEntityInvitation: number;
  email: string;
  trouble: 'RESTING' | 'REFUSED' | 'UNREACHABLE';
  since: string;
  txRelationType: string;
};

export type AdministeredEntity = {
  idEntity: number;
  entityName: string;
  entitySlug: string;
  entityType: string;
  image: string | null;
  created: string;
  owner: Speaker | null;
  administrators: Speaker[];
  usedBytes: number;
};

export type Limits = {
  /** `rate` as in the settings: '10/s,30'. */
  limits: { name: string; rate: string }[];
  quotas: { name: string; value: number }[];
};

export type CursorPage<T> = { content: T[]; hasMore: boolean; cursor?: number | null };
