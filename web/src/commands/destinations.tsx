/** The areas of the product, once: the headers, the mobile menu and the help show the same. */
import {
  IconAddressBook,
  IconBell,
  IconCalendar,
  IconCompass,
  IconMail,
  IconMessages,
  IconUser,
} from '@tabler/icons-react';
import type { UnreadCounts } from '@/api/types.ts';
import { shellTexts } from '@/texts/shell.ts';
import type { Command, Icon } from './registry.ts';

export type Destination = Command & { to: string; icon: Icon };

/** Badges of areas stop at 9+. */
export const AREA_CAP = 9;
/** Those of the bell and of the mobile menu at 99+. */
export const TOTAL_CAP = 99;

const area = (
  to: string,
  label: string,
  icon: Icon,
  unread?: (counts: UnreadCounts) => number,
): Destination => ({
  id: `go${to}`,
  scope: 'everywhere',
  to,
  label,
  icon,
  ...(unread && { unread }),
});

const chat = area('/konversation', shellTexts.chat, IconMessages, (counts) => counts.chat);
const bell = area(
  '/notifications',
  shellTexts.notifications,
  IconBell,
  (counts) => counts.notifications,
);

/** Side by side in the header. */
export const destinations: Destination[] = [
  area('/feed', shellTexts.feed, IconCompass),
  area('/messages', shellTexts.messages, IconMail, (counts) => counts.messages),
  chat,
];

export const contacts = area(
  '/kontakter',
  shellTexts.contacts,
  IconAddressBook,
  (counts) => counts.contacts,
);

/** The mobile menu has them all. */
export const allDestinations: Destination[] = [...destinations, contacts, bell];

/** A phone's bar at the bottom. */
export const bottomDestinations: Destination[] = [
  ...destinations,
  bell,
  area('/kalender', shellTexts.calendar, IconCalendar),
  area('/settings', shellTexts.me, IconUser),
];

/** Where a badge of the mobile menu stops. */
export const capOf = ({ to }: Destination): number =>
  to === '/notifications' ? TOTAL_CAP : AREA_CAP;

export function totalUnread(counts: UnreadCounts | undefined): number {
  if (!counts) return 0;
  return counts.messages + counts.chat + counts.contacts + counts.notifications;
}
