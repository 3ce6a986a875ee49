/**
 * What this tab itself has told the server to be read: its echo brings nothing new here. A channel's mark only rises, so
 * the highest one says it.
 */
const told = new Map<number, number>();

export function noteOwnRead(channelId: number, messageId: number): void {
  told.set(channelId, Math.max(messageId, told.get(channelId) ?? 0));
}

/** Marked unread again: the same mark is news, wherever it is read next. */
export const forgetOwnRead = (channelId: number): void => void told.delete(channelId);

export const isOwnRead = (read: { channelId: number; lastReadMessageId: number }): boolean =>
  read.lastReadMessageId <= (told.get(read.channelId) ?? 0);
