/** Names of guides: fixed ones, and one per organisation and role. */
export const MENU = 'menu';

export const guideIds = [
  'menu',
  'homepage',
  'calendar',
  'create-event',
  'search',
  'organization-view',
  'organization-admin',
  'organization-guide',
  'event-view-guide',
  'calendar-edit-guide',
] as const;
export type GuideId = (typeof guideIds)[number];

export const tourRoles = ['owner', 'admin', 'member', 'follower', 'visitor'] as const;
export type TourRole = (typeof tourRoles)[number];

/** 'calendar-edit-guide' and 'calendar-edit' are one. */
export const normalised = (id: string): string => id.replace(/-guide$/, '');

export const organisationTourId = (idEntity: number, role: TourRole): string =>
  `org_${idEntity}_${role}`;

/** Only the menu guide, and only where nobody asked for it. */
export const isMandatory = (id: string, manual: boolean): boolean =>
  normalised(id) === MENU && !manual;
