/** The areas of the product, once: the header and the mobile menu show the same. */
import { IconMessages } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { UnreadCounts } from '@/api/types.ts';
import { shellTexts } from '@/texts/shell.ts';

export type Destination = {
  path: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  unread?: (counts: UnreadCounts) => number;
};

/** Badges of areas stop at 9+. */
export const AREA_CAP = 9;
/** Those of the bell and of the mobile menu at 99+. */
export const TOTAL_CAP = 99;

export const destinations: Destination[] = [
  {
    path: '/konversation',
    label: shellTexts.chat,
    icon: IconMessages,
    unread: (counts) => counts.chat,
  },
];

export function totalUnread(counts: UnreadCounts | undefined): number {
  if (!counts) return 0;
  return counts.messages + counts.chat + counts.contacts + counts.notifications;
}
