/**
 * What I have chosen in a poll. Everybody is told the same, so an anonymous poll's events do not say it: it is known from
 * pages and from my own votes, and has a register of its own. Of an open poll the names say it.
 */
import type { Poll } from '@/api/types.ts';
import type { HeldMessage, Vote } from './model.ts';

/** The server names the first ones that voted. */
const NAMED_MAX = 200;

/** What events say of my vote by the names of who chose what; null: nothing. */
export function voteIn(poll: Poll | null, version: number, me: number): Vote | null {
  if (!poll || poll.anonymous || poll.voters > NAMED_MAX) return null;
  if (poll.options.some(({ voters }) => !voters)) return null;
  const options = poll.options.flatMap(({ voters }, at) => (voters?.includes(me) ? [at] : []));
  return { options, version };
}

/** What a page or an answer that was made for me says of it. */
export const voteOf = (poll: Poll | null, version: number): Vote => ({
  options: poll?.options.flatMap(({ me }, at) => (me ? [at] : [])) ?? [],
  version,
});

export const withVote = (poll: Poll | null, { options }: Vote): Poll | null =>
  poll && {
    ...poll,
    options: poll.options.map((option, at) => ({ ...option, me: options.includes(at) })),
  };

/**
 * The answer to my vote, which names no version: it is later than what was seen when it was cast (`seen`), so of an older
 * page it stands. Its counts count only where nothing has been told meanwhile.
 */
export function voted(held: HeldMessage, answer: Poll, seen: number): HeldMessage {
  const vote = voteOf(answer, Math.max(seen + 1, held.vote.version));
  const poll = held.version === seen ? answer : held.poll;
  return { ...held, vote, poll: withVote(poll, vote) };
}

/** The answer to my confirmation. */
export const confirmed = (held: HeldMessage, ackCount: number): HeldMessage => ({
  ...held,
  myAck: held.requestedAck,
  // Confirmations are never taken back.
  ackCount: held.requestedAck ? Math.max(ackCount, held.ackCount ?? 0) : null,
});
