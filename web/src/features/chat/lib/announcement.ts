/** What a moderator says of the message that is being written. Pure. */
import { chatTexts } from '@/texts/chat.ts';
import type { Announcement } from '../api.ts';

/** As any other message. */
export const plainly: Announcement = { priority: 'NORMAL', requestedAck: false };

/** What is said of the next message; null: it is as any other. */
export function announcementTexts({ priority, requestedAck }: Announcement): string | null {
  const said = [
    ...(priority === 'IMPORTANT' ? [chatTexts.important] : []),
    ...(requestedAck ? [chatTexts.requestAck] : []),
  ];
  return said.length > 0 ? said.join(' · ') : null;
}
