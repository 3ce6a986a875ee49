/** What is done with a message from its menu and toolbar: shown at once where it can be, told where it went wrong. */
import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import type { Channel, Message } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { markTexts, saveTexts } from '@/texts/everyday.ts';
import { chatApi } from '../api.ts';
import { unreadAgain } from '../live.ts';
import { chatKeys } from '../queries.ts';
import type { ChatSession } from '../session.ts';
import { everydayApi } from './calls.ts';

export const failed = (error: unknown) => toast({ type: 'error', message: messageOf(error) });
const done = (message: string) => toast({ type: 'success', message });

/** A conversation hears of it as other devices do: its list is not the chat's. */
export async function markUnread(client: QueryClient, channel: Channel, message: Message) {
  try {
    await chatApi.markUnread(channel.id, message.id);
    const { id: channelId, workspaceId } = channel;
    unreadAgain(client, { workspaceId, channelId, unreadFrom: message.id });
    void client.invalidateQueries({ queryKey: chatKeys.unread(workspaceId) });
    done(markTexts.unreadDone);
  } catch (error) {
    failed(error);
  }
}

export async function pin(session: ChatSession, message: Message, on: boolean) {
  try {
    session.settle(await everydayApi.pin(message.id, on));
    void session.client.invalidateQueries({ queryKey: chatKeys.pins(message.channelId) });
    done(on ? markTexts.pinned : markTexts.unpinned);
  } catch (error) {
    failed(error);
  }
}

/** Throws where it went wrong: a dialog says so itself. */
export async function save(client: QueryClient, messageId: number, remindAt: Date | null) {
  await everydayApi.save(messageId, remindAt?.toISOString() ?? null);
  void client.invalidateQueries({ queryKey: chatKeys.saved });
  done(remindAt ? saveTexts.savedUntil(comingTime(remindAt, new Date())) : saveTexts.saved);
}

export async function unsave(client: QueryClient, messageId: number) {
  try {
    await everydayApi.unsave(messageId);
    void client.invalidateQueries({ queryKey: chatKeys.saved });
    done(saveTexts.removed);
  } catch (error) {
    failed(error);
  }
}
