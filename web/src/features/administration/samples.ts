/** A sports club as its administrators see it, for tests. */
import type {
  AdministeredPerson,
  Administration,
  AuditEntry,
  FailedJob,
  RestingAddress,
  Speaker,
} from './types.ts';

export const speaker = (idUser: number, displayName: string): Speaker => ({
  kind: 'person',
  idUser,
  idEntity: null,
  displayName,
  slug: `person-${idUser}`,
  userName: `person-${idUser}`,
  profileImage: null,
});
export const anna = speaker(7, 'Anna Ek');
export const bo = speaker(8, 'Bo Alm');

export const administration = (more: Partial<Administration> = {}): Administration => ({
  idEntity: 3,
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  isPlatform: false,
  storage: {
    usedBytes: 12_300_000,
    mostBytes: 100_000_000_000,
    areas: [
      { area: 'files', bytes: 12_300_000, count: 41, most: null },
      { area: 'chat', bytes: null, count: 1, most: 5 },
    ],
  },
  failedJobs: 1,
  restingAddresses: 0,
  ...more,
});

export const person = (
  userId: number,
  displayName: string,
  more: Partial<AdministeredPerson> = {},
): AdministeredPerson => ({
  userId,
  userName: `person-${userId}`,
  displayName,
  profileImage: null,
  txRelationType: 'MEMBER',
  since: '2026-01-01T12:00:00.000Z',
  imported: false,
  isBot: false,
  state: 'ACTIVE',
  lastSeen: null,
  ...more,
});

export const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  idAudit: 31,
  created: '2026-11-25T08:00:00.000Z',
  kind: 'ROLE_CHANGED',
  actor: anna,
  person: bo,
  subject: null,
  facts: { from: 'MEMBER', to: 'ADMINISTRATOR' },
  ...more,
});

export const job = (more: Partial<FailedJob> = {}): FailedJob => ({
  idJob: 99,
  kind: 'invitation-batch',
  tries: 24,
  due: '2026-11-25T07:00:00.000Z',
  failed: '2026-11-25T08:00:00.000Z',
  idEntity: 3,
  error: null,
  ...more,
});

export const resting = (more: Partial<RestingAddress> = {}): RestingAddress => ({
  idEntityInvitation: 5,
  email: 'karin@exempel.se',
  trouble: 'UNREACHABLE',
  since: '2026-11-20T08:00:00.000Z',
  txRelationType: 'MEMBER',
  ...more,
});

export const whole = <T>(content: T[]) => ({
  content,
  page: 0,
  size: content.length,
  hasMore: false,
});
