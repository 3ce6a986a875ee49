import type { QueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import type { Message } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatApi } from './api.ts';
import { chatKeys } from './queries.ts';
import type { ChatSession } from './session.ts';

type Decision = { approve: true } | { approve: false; reason: string };

/** Another moderator may have been faster: then their decision stands, and the queue is read again. */
export async function decide(
  client: QueryClient,
  session: ChatSession,
  message: Message,
  decision: Decision,
): Promise<void> {
  try {
    if (decision.approve) {
      session.settle(await chatApi.approve(message.id));
      toast({ type: 'success', message: chatTexts.approved });
    } else {
      // A refused message is gone; a message whose new text is refused stays as it was.
      session.settle(await chatApi.reject(message.id, decision.reason));
      toast({ type: 'success', message: chatTexts.rejected });
    }
  } catch (error) {
    const decided = error instanceof ApiError && error.status === 409;
    toast({
      type: decided ? 'info' : 'error',
      message: decided ? chatTexts.alreadyDecided : messageOf(error),
    });
  }
  await client.invalidateQueries({ queryKey: chatKeys.pending(message.channelId) });
}
