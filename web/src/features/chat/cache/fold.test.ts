/** The law of the cache (contract 3.6, 3.7), asked with random histories: cases of it are in cases.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import type { LiveNotification } from '@/realtime/events.ts';
import { ChatServer, ME, play, type Step, steps } from '@/test/chatServer.ts';
import { foldAll, foldThread } from './fold.ts';
import type { HeldMessage, Scope, ThreadState, Timeline } from './model.ts';
import { hold, mergeOlder, replaceWindow } from './pages.ts';

const CHANNEL: Scope = { me: ME, threadId: null };
/** The thread that is open beside the channel. */
const THREAD: Scope = { me: ME, threadId: 1 };

interface View {
  channel: Timeline;
  thread: ThreadState;
}

/** A server where something happened, with a message and a reply to look at from the start. */
function serverAfter(script: readonly Step[]): ChatServer {
  const server = new ChatServer();
  server.create(2, null, true);
  server.create(ME, 1, true);
  play(server, script);
  return server;
}

function fetched(server: ChatServer): View {
  const page = server.page();
  const [first] = page.messages;
  return {
    channel: replaceWindow(undefined, page),
    thread: {
      parent: hold(first as Message, page.cursor),
      replies: replaceWindow(undefined, server.page(server.replies(1))),
    },
  };
}

const folded = ({ channel, thread }: View, events: readonly LiveNotification[]): View => ({
  channel: foldAll(channel, events, CHANNEL),
  thread: events.reduce((state, event) => foldThread(state, event, THREAD), thread),
});

/** In one order: the one that reactions were learnt in is nobody's. */
const row = (message: Message): Message => ({
  ...message,
  reactions: [...message.reactions].sort((a, b) => a.emoji.localeCompare(b.emoji)),
});

/** Without the bookkeeping. */
function shown(held: HeldMessage): Message {
  const { mine: _, mineSince: __, learnt: ___, vote: ____, ...message } = held;
  return row(message);
}

const rows = ({ ids, byId }: Timeline) => ids.map((id) => shown(byId[id] as HeldMessage));

const seen = ({ channel, thread }: View) => ({
  channel: rows(channel),
  parent: shown(thread.parent),
  replies: rows(thread.replies),
});

/** What a person is to see: what the server has. */
const truth = (server: ChatServer) => ({
  channel: server.top().map(row),
  parent: row(server.top()[0] as Message),
  replies: server.replies(1).map(row),
});

type Told = readonly LiveNotification[];

/** The law: whatever way the events of a time came, the state is the one the server has after it. */
const givesTheTruth = (deliveries: (events: Told, gen: fc.GeneratorValue) => Told[]) =>
  fc.assert(
    fc.property(steps, steps, fc.gen(), (before, after, gen) => {
      const server = serverAfter(before);
      const held = fetched(server);
      const from = held.channel.cursor;
      play(server, after);
      const events = server.log.filter((event) => event.cursor > from);
      for (const told of deliveries(events, gen)) {
        expect(seen(folded(held, told))).toEqual(truth(server));
      }
    }),
    { numRuns: 400 },
  );

/** The log once in order (recovery), and woven into it live frames in any order, some missing, some twice. */
const woven = (events: Told) =>
  fc
    .tuple(
      fc.shuffledSubarray([...events, ...events]),
      fc.array(fc.boolean(), { minLength: events.length * 3, maxLength: events.length * 3 }),
    )
    .map(([live, picks]) => {
      const recovered = [...events];
      const both = picks.flatMap((fromLive) => (fromLive ? live : recovered).splice(0, 1));
      return [...both, ...recovered, ...live];
    });

describe('fold', () => {
  it('gives a fresh look when nothing happened', () => {
    fc.assert(
      fc.property(steps, (before) => {
        const server = serverAfter(before);
        expect(seen(fetched(server))).toEqual(truth(server));
      }),
    );
  });

  it('gives the fresh state whatever live frames are woven into recovery, in any order and number', () => {
    givesTheTruth((events, gen) => [gen(woven, events)]);
  });

  it('gives the fresh state when two nodes gave the changes cursors that say another order', () => {
    givesTheTruth((events, gen) => {
      const all = { minLength: events.length };
      const cursors = gen(
        fc.shuffledSubarray,
        events.map(({ cursor }) => cursor),
        all,
      );
      const told = events.map((event, n) => ({ ...event, cursor: cursors[n] as number }));
      const late = gen(fc.shuffledSubarray, told, all);
      // Whatever comes late, from whichever node, undoes nothing.
      return [
        [...events, ...late],
        [...late, ...events],
      ];
    });
  });

  it('gives the fresh state when recovery is read halfway, tells the present state, and live frames follow it', () => {
    fc.assert(
      fc.property(steps, steps, steps, steps, (before, missed, meanwhile, later) => {
        const server = serverAfter(before);
        const held = fetched(server);
        play(server, missed);
        const subscribedAt = server.log.length;
        play(server, meanwhile);
        const recovered = server.eventsAfter(held.channel.cursor);
        play(server, later);
        const live = server.log.slice(subscribedAt);
        expect(seen(folded(held, [...live, ...recovered, ...live]))).toEqual(truth(server));
      }),
      { numRuns: 400 },
    );
  });

  it('lets a page fetched meanwhile and events settle into the same state', () => {
    fc.assert(
      fc.property(steps, steps, steps, (before, during, later) => {
        const server = serverAfter(before);
        const old = fetched(server).channel;
        play(server, during);
        const page = server.page();
        play(server, later);
        const ahead = foldAll(old, server.log, CHANNEL);
        const { channel } = truth(server);
        expect(rows(replaceWindow(ahead, page))).toEqual(channel);
        expect(rows(mergeOlder(ahead, page))).toEqual(channel);
        expect(rows(replaceWindow(old, server.page()))).toEqual(channel);
      }),
      { numRuns: 200 },
    );
  });
});
