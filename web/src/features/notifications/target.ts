import type { Notification } from '@/api/types.ts';
import { notificationTexts } from '@/texts/chat.ts';

/**
 * Where a notification leads: to its message, in its thread where it is a reply; an application to its organisation,
 * where it is answered; null: nowhere.
 */
export function targetOf(
  one: Notification,
  organisations: readonly { idEntity: number; entitySlug: string }[] = [],
): string | null {
  if (one.channelId && one.workspaceId) {
    const channel = `/konversation/${one.workspaceId}/${one.channelId}`;
    if (one.parentMessageId) return `${channel}/trad/${one.parentMessageId}`;
    // A rejected message is nowhere to be seen.
    return one.messageId && one.type !== 'MESSAGE_REJECTED'
      ? `${channel}?message=${one.messageId}`
      : channel;
  }
  // Answered where the bell is.
  if (one.type === 'INVITATION_RECEIVED' || one.type === 'OWNERSHIP_OFFERED')
    return '/notifications';
  const organisation = organisations.find((other) => other.idEntity === one.entityId);
  return organisation ? `/${organisation.entitySlug}` : null;
}

export function sentenceOf(one: Notification): string {
  const who = one.actorName ?? notificationTexts.somebody;
  const where = one.channelName ?? notificationTexts.aChannel;
  return notificationTexts[one.type]?.(who, where) ?? notificationTexts.title;
}
