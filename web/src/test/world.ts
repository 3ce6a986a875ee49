/** A person, their organisations, and a network that answers for the server, for tests of the page. */
import { vi } from 'vitest';
import type { Entity, Membership, User } from '@/api/types.ts';
import { clearSession, sessionChanged } from '@/lib/session.ts';

export const anna: User = {
  idUser: 7,
  email: 'anna@exempel.se',
  firstName: 'Anna',
  lastName: 'Ek',
  displayName: 'Anna Ek',
  userName: 'anna-ek',
  profileImage: null,
  selectedMunicipalityId: -1,
  verified: true,
  findable: false,
  showMunicipality: false,
  displayFlags: { bookables: true, infopoint: true, phocal: true, bokaIn: true, order: true },
  whoMayMessage: 'SHARED_ORG',
  showReadMarks: true,
  mailMissed: true,
  approveFollowers: false,
  discoverable: true,
  status: null,
  quiet: null,
  erasureAt: null,
  created: '2026-01-01T12:00:00.000Z',
};

export const membership = (
  idEntity: number,
  txRelationType: Membership['txRelationType'],
  change: Partial<Membership> = {},
): Membership => ({
  idEntity,
  entityName: `Organisation ${idEntity}`,
  entitySlug: `organisation-${idEntity}`,
  txRelationType,
  entityType: 'association',
  image: null,
  ...change,
});

export const bjorken = membership(3, 'OWNER', {
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  entityType: 'sports-club',
});

const entity: Entity = {
  idEntity: 3,
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  entityType: 'sports-club',
  membershipMode: 'OPEN',
  image: null,
  txRelationType: 'OWNER',
  myApplication: null,
  liked: false,
  nrLikes: 0,
  abilities: [],
  created: '2026-01-01T12:00:00.000Z',
};

export function signIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'kalender_jwt_present=1';
  sessionChanged();
}

export function signOut(): void {
  clearSession();
}

export type Answers = Record<string, unknown | (() => unknown)>;

/** A refusal by the server, as an answer. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  /** Seconds, as Retry-After. */
  readonly retryAfter: number | undefined;
  /** What else it says: how things are now. */
  readonly more: object;

  constructor(status: number, code = 'REFUSED', retryAfter?: number, more = {}) {
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.more = more;
  }
}

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const bo = {
  idUser: 8,
  displayName: 'Bo Alm',
  userName: 'bo-alm',
  profileImage: null,
  municipality: 'Lund',
};
const boAsContext = {
  type: 'user',
  id: 8,
  name: 'Bo Alm',
  slug: 'bo-alm',
  imageId: null,
  icon: null,
};

const stockholm = {
  idMunicipality: 180,
  code: '0180',
  name: 'Stockholm',
  fullName: 'Stockholms kommun',
  countyCode: '01',
  countyName: 'Stockholms län',
  slug: 'ortskalendrar/stockholm',
};

const gammelstad = {
  slug: 'gammelstad',
  name: 'Gammelstad',
  page: 'ortskalendrar/gammelstad',
  municipality: {
    ...stockholm,
    name: 'Luleå',
    fullName: 'Luleå kommun',
    slug: 'ortskalendrar/lulea',
  },
};

const ownCalendar = {
  idCalendar: 1,
  calendarUUID: 'c0ffee',
  name: 'Min kalender',
  idEntity: null,
  visibility: 'PRIVATE',
  relationTypes: [],
  color: null,
  created: '2026-01-01T00:00:00.000Z',
  version: 1,
  abilities: ['WRITE', 'MANAGE'],
};

const ownEvent = {
  idCalendarEvent: 5,
  id: 5,
  eventUUID: 'x',
  idCalendar: 1,
  calendarUUID: 'c0ffee',
  title: 'Frukost',
  description: '',
  start: '2026-11-23T07:00:00.000Z',
  end: '2026-11-23T08:00:00.000Z',
  allDay: false,
  startDate: null,
  endDate: null,
  timeZone: 'Europe/Stockholm',
  visibility: 'PRIVATE',
  eventStatus: 'CONFIRMED',
  rrule: null,
  exdates: [],
  place: null,
  coverImage: null,
  coverAlt: null,
  links: [],
  idSeries: null,
  recurrenceId: null,
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.000Z',
  version: 1,
  abilities: ['WRITE', 'MANAGE'],
};

const usual: Answers = {
  'GET /api/v1/me': anna,
  'GET /api/v1/me/entities': list([bjorken]),
  'GET /api/v1/me/invitations': list([]),
  'GET /api/v1/me/unread': { messages: 0, chat: 0, contacts: 0, notifications: 0 },
  'GET /api/v1/auth/sessions': list([]),
  'GET /api/v1/notifications': list([]),
  'GET /api/v1/notifications/unread-count': { data: 0 },
  'GET /api/v1/chat/workspaces': { success: true, data: [] },
  'GET /api/public/version': { version: '1.2.3' },
  'GET /api/public/entities/bjorkens-if': entity,
  'GET /api/public/users/bo-alm': bo,
  'GET /api/v1/context/user/7': { ...boAsContext, id: 7, name: 'Anna Ek', slug: 'anna-ek' },
  'GET /api/v1/context/user/8': boAsContext,
  'GET /api/public/municipalities': list([stockholm]),
  'GET /api/public/municipalities/stockholm/localities': list([]),
  'GET /api/public/tatort/slug/gammelstad': gammelstad,
  'GET /api/public/days': list([]),
  'GET /api/v1/calendars': list([ownCalendar]),
  'GET /api/v1/events': list([]),
  'GET /api/v1/event-bookmarks': list([]),
  'GET /api/public/events/promoted': list([]),
  'GET /api/v1/booking': { content: [], hasMore: false },
  'GET /api/v1/entities/3/bookables': { content: [], spaces: [], abilities: ['MANAGE'] },
  'GET /api/v1/event/x': ownEvent,
  'GET /api/public/search': { groups: [] },
  'GET /api/v1/guides/status': {
    status: {
      guides: [{ guideId: 'menu', guideName: 'menu', completed: true }],
      hasCompletedMandatoryGuides: true,
    },
  },
  'GET /api/v1/guides/can-dismiss': { canDismiss: true },
  'POST /api/public/referral': undefined,
};

/**
 * Replaces the browser's fetch, the only thing that is replaced. What is not known is 404. Answers
 * the calls made, as 'METHOD /path'.
 */
export function network(answers: Answers = {}) {
  const calls: { call: string; body: unknown }[] = [];
  const known = { ...usual, ...answers };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), window.location.href);
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    calls.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const found = call in known ? known[call] : new Refusal(404, 'NOT_FOUND');
    const answer = typeof found === 'function' ? await found() : found;
    if (answer instanceof Refusal) {
      const { status, code, retryAfter, more } = answer;
      const headers = new Headers();
      if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
      return new Response(JSON.stringify({ status, code, message: 'Nej.', ...more }), {
        status,
        headers,
      });
    }
    if (answer === undefined) return new Response(null, { status: 204 });
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return new Response(text, { status: 200 });
  });
  return calls;
}
