import { messageOf } from '@/api/ApiError.ts';
import type { Message, Reaction } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { chatApi } from './api.ts';
import type { HeldMessage, ThreadState, Timeline } from './cache/model.ts';
import { chatKeys } from './queries.ts';
import type { ChatSession } from './session.ts';

/** Shown at once; the event carries the version that it belongs to and sets it right, the answer names none. */
export async function react(
  session: ChatSession,
  message: Message,
  emoji: string,
  on: boolean,
): Promise<void> {
  const already = message.reactions.find((one) => one.emoji === emoji)?.me ?? false;
  if (already === on) return;
  patch(session, message, (reactions) => toggled(reactions, emoji, on));
  try {
    await chatApi.react(message.id, emoji, on);
  } catch (error) {
    patch(session, message, (reactions) => toggled(reactions, emoji, !on));
    toast({ type: 'error', message: messageOf(error) });
  }
}

export function toggled(reactions: readonly Reaction[], emoji: string, on: boolean): Reaction[] {
  const held = reactions.find((one) => one.emoji === emoji);
  if (!held) return on ? [...reactions, { emoji, count: 1, me: true }] : [...reactions];
  if (held.me === on) return [...reactions];
  return reactions
    .map((one) => (one === held ? { ...one, me: on, count: one.count + (on ? 1 : -1) } : one))
    .filter((one) => one.count > 0);
}

function patch(
  session: ChatSession,
  message: Message,
  change: (reactions: readonly Reaction[]) => Reaction[],
) {
  const apply = (held: HeldMessage) => ({ ...held, reactions: change(held.reactions) });
  session.client.setQueryData<Timeline>(chatKeys.messages(message.channelId), (timeline) => {
    const held = timeline?.byId[message.id];
    return timeline && held
      ? { ...timeline, byId: { ...timeline.byId, [held.id]: apply(held) } }
      : timeline;
  });
  const threads = session.client.getQueriesData<ThreadState>({
    queryKey: chatKeys.threads(message.channelId),
  });
  for (const [key, thread] of threads) {
    const held = thread?.replies.byId[message.id];
    if (thread && held) {
      const byId = { ...thread.replies.byId, [held.id]: apply(held) };
      session.client.setQueryData<ThreadState>(key, {
        ...thread,
        replies: { ...thread.replies, byId },
      });
    } else if (thread?.parent.id === message.id) {
      session.client.setQueryData<ThreadState>(key, { ...thread, parent: apply(thread.parent) });
    }
  }
}
