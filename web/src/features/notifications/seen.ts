import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '@/api/types.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { markRead, newestNotifications, notificationKeys } from './api.ts';
import { type Loaded, markedRead } from './fold.ts';

/** The bell does not go on ringing for what one has read in its own place. */
export async function readSeen(
  client: QueryClient,
  seen: (notification: Notification) => boolean,
): Promise<void> {
  if (!client.getQueryData<number>(notificationKeys.count)) return;
  try {
    const { content } = await newestNotifications();
    const ids = content
      .filter((one) => !one.read && isAboutMessage(one) && seen(one))
      .map((one) => one.id);
    if (ids.length === 0) return;
    const left = await markRead({ ids });
    client.setQueryData<Loaded>(notificationKeys.list, (held) => held && markedRead(held, ids));
    client.setQueryData(notificationKeys.count, left);
    await client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  } catch {
    // Still unread in the bell: no harm, and the next message read tries again.
  }
}

/** A refusal is news wherever one stands. */
const isAboutMessage = (one: Notification) => one.type === 'MENTION' || one.type === 'REPLY';
