/** The guides, and which of them fit the place one is at. */

import { type GuideId, MENU, organisationTourId, type TourRole } from '@/lib/guideIds.ts';
import { isReserved } from '@/lib/reserved.ts';
import {
  type GuideStep,
  type GuideTexts,
  guideCatalog,
  orgSteps,
  roleTours,
} from '@/texts/guides.ts';

export type Guide = GuideTexts & { id: string; storageKey: string; isManual: boolean };

export function guideOf(id: GuideId, isManual: boolean): Guide {
  return { ...guideCatalog[id], id, storageKey: `guide:${id}`, isManual };
}

/** What the help menu offers at an address. */
export function guidesFor(pathname: string, acting: boolean): GuideId[] {
  const [, first = '', second = ''] = pathname.split('/');
  const found: GuideId[] = [MENU];
  if (first === '' || first === 'start') found.push('homepage');
  if (first === 'kalender' || first === 'calendar') found.push('calendar');
  if (first === 'editevent') found.push('calendar-edit-guide');
  // An event that there is already; the page about events stands for it until it has one of its own.
  if ((first === 'editevent' && second !== 'new') || (first === 'event' && second === ''))
    found.push('event-view-guide');
  if (
    ['create-event', 'skapa-evenemang'].includes(first) ||
    `${first}/${second}` === 'event/create'
  )
    found.push('create-event');
  if (first === 'search' || first === 'sok') found.push('search');
  if (first !== '' && !isReserved(first) && second === '') {
    found.push('organization-view', 'organization-guide');
  }
  if (acting) found.push('organization-admin');
  if (found.length === 1) found.push('homepage');
  return found;
}

export type PageRole = 'admin' | 'member' | 'follower';

/** Somebody's role by what the organisation's page shows them. */
export function roleOnPage(page: ParentNode): PageRole {
  if (page.querySelector('[data-tour="org-sidebar"]')) return 'admin';
  return page.querySelector('[data-tour="org-booking"]') ? 'member' : 'follower';
}

const HIDDEN: Record<PageRole, string[]> = {
  admin: [],
  member: ['org-sidebar', 'org-booking', 'org-relations'],
  follower: [
    'org-sidebar',
    'org-booking',
    'org-relations',
    'org-chat',
    'org-time-report',
    'org-vacation',
  ],
};

/** The steps of an organisation's tour that concern a role. */
export function stepsForRole(role: PageRole): GuideStep[] {
  return orgSteps.filter(
    ({ element }) => !HIDDEN[role].some((name) => element === `[data-tour="${name}"]`),
  );
}

export type OrganisationGuideContext = {
  organizationId: number;
  organizationName: string;
  userRole: TourRole;
  features: { hasEvents: boolean; hasBooking: boolean; hasNewsletter: boolean };
};

/** What somebody is to an organisation, in the tours' words. */
export function tourRoleOf(txRelationType: string | null): TourRole {
  switch (txRelationType) {
    case 'OWNER':
      return 'owner';
    case 'ADMINISTRATOR':
    case 'PRESIDENT':
      return 'admin';
    case 'FOLLOWER':
      return 'follower';
    case null:
      return 'visitor';
    default:
      return 'member';
  }
}

/** The tour of one organisation for one role, with its own id. */
export function organisationTour({
  organizationId,
  organizationName,
  userRole,
  pageRole,
}: OrganisationGuideContext & { pageRole?: PageRole }): Guide {
  const tour = roleTours[userRole];
  const id = organisationTourId(organizationId, userRole);
  const role = userRole === 'owner' ? 'admin' : userRole === 'visitor' ? 'follower' : userRole;
  return {
    ...tour,
    name: `${tour.name}: ${organizationName}`,
    id,
    storageKey: `guide:${id}`,
    isManual: true,
    // What the role is comes first, wherever it points at nothing.
    steps: [...tour.steps, ...stepsForRole(pageRole ?? role)],
  };
}

/** Takes up room: not hidden on this size of screen. */
export function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Steps whose places are on the page now; the single step that says so where there are none. */
export function presentSteps(
  steps: readonly GuideStep[],
  missing: GuideStep,
  page: ParentNode = document,
  shown: (element: Element) => boolean = isShown,
): GuideStep[] {
  const present = steps.filter(
    ({ element }) => !element || [...page.querySelectorAll(element)].some(shown),
  );
  return present.some(({ element }) => element) ? present : [missing];
}
