/** Questions of a kind among the messages of a channel, and who has answered what. Pure. */
import type { Channel, Message, Poll } from '@/api/types.ts';

export type AskedPoll = { message: Message; poll: Poll };

/** Those with the same answers to choose from, the last first. */
export const askedIn = (messages: readonly Message[], options: readonly string[]): AskedPoll[] =>
  messages
    .flatMap((message): AskedPoll[] => {
      const { poll, deleted } = message;
      const same =
        poll &&
        !deleted &&
        poll.options.length === options.length &&
        poll.options.every(({ text }, n) => text === options[n]);
      return same ? [{ message, poll }] : [];
    })
    .sort((a, b) => b.message.id - a.message.id);

export type Answered = { text: string; names: string[]; others: number };

/** By each option whom one knows by name, and how many besides. */
export const answersOf = (
  { options }: Poll,
  nameOf: (userId: number) => string | undefined,
): Answered[] =>
  options.map(({ text, count, voters }) => {
    const names = (voters ?? []).flatMap((id) => nameOf(id) ?? []);
    return { text, names, others: Math.max(0, count - names.length) };
  });

/** The channel in which one asked last, or one whose name says that it is for this; otherwise the first. */
export const meantIn = <One extends Pick<Channel, 'id' | 'name'>>(
  channels: readonly One[],
  last: string | null,
  hint: string,
): One | undefined =>
  channels.find(({ id }) => String(id) === last) ??
  channels.find(({ name }) => name.toLocaleLowerCase('sv').includes(hint)) ??
  channels[0];
