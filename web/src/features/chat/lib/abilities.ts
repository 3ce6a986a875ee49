/** What I may do with a message, from what the server says of the channel. The server decides again on each call. */
import type { Channel, Message } from '@/api/types.ts';
import { ofComments } from '../paths.ts';
import { can, mayPost } from '../queries.ts';

export interface MessageAbilities {
  edit: boolean;
  remove: boolean;
  react: boolean;
  reply: boolean;
  moderate: boolean;
  pin: boolean;
  /** For oneself, with or without a reminder. */
  keep: boolean;
  /** Have the channel unread from here. */
  unread: boolean;
  /** Say that I have read it, where it asks for that. */
  confirm: boolean;
  /** See who has. */
  receipts: boolean;
  vote: boolean;
  /** Tell here of an event that is made of it. */
  makeEvent: boolean;
}

export const nothing: MessageAbilities = {
  edit: false,
  remove: false,
  react: false,
  reply: false,
  moderate: false,
  pin: false,
  keep: false,
  unread: false,
  confirm: false,
  receipts: false,
  vote: false,
  makeEvent: false,
};

/** Announce something to all of a channel: not between people, who have no moderator. */
export const mayAnnounce = (channel: Channel) =>
  can(channel, 'MODERATE') && channel.channelType !== 'DIRECT' && !ofComments(channel.workspaceId);

export function abilitiesOf(message: Message, channel: Channel, me: number): MessageAbilities {
  if (message.deleted || channel.archived) {
    // A thread stays readable when its first message is gone.
    return { ...nothing, reply: !message.parentMessageId && message.replyCount > 0 };
  }
  const own = message.userId === me;
  const moderator = can(channel, 'MODERATE');
  return {
    // Votes are cast on a poll's words.
    edit: own && message.messageType === 'TEXT',
    remove: own || moderator,
    // A read-only channel takes reactions of all who take part.
    react: message.visible && channel.role !== 'GUEST',
    reply:
      message.visible &&
      (message.parentMessageId === null || message.parentMessageId === undefined) &&
      (mayPost(channel) || message.replyCount > 0),
    moderate: !message.visible && moderator,
    // Of a conversation between people everybody in it.
    pin:
      message.visible &&
      !ofComments(channel.workspaceId) &&
      (moderator || channel.channelType === 'DIRECT'),
    keep: message.visible,
    unread: message.visible && !message.parentMessageId,
    confirm: message.visible && message.requestedAck && !own && !message.myAck,
    receipts: message.visible && message.requestedAck && (own || moderator),
    // Who only reads does not vote.
    vote: message.visible && message.poll?.closed === false && channel.role !== 'GUEST',
    makeEvent:
      message.visible &&
      (message.messageType === 'TEXT'
        ? message.content.trim() !== ''
        : message.poll?.options.some(({ start }) => start)) === true &&
      mayPost(channel),
  };
}
