/** What one signed-in person's chat holds beside the query cache, for as long as the tab lives. */
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import type { Message, User } from '@/api/types.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatApi, fetchMessages, type Where } from './api.ts';
import { put } from './cache/fold.ts';
import type { HeldMessage, ThreadState, Timeline } from './cache/model.ts';
import {
  mergeNewer,
  mergeOlder,
  replaceWindow,
  settle,
  settleThread,
  trimNewest,
  WINDOW_MAX,
} from './cache/pages.ts';
import type { ChannelFeed } from './feed.ts';
import { DraftFiles } from './lib/draftFiles.ts';
import { Drafts } from './lib/drafts.ts';
import { type Attempt, type KeyValue, Outbox, type OutboxEntry } from './lib/outbox.ts';
import { SoundPlayer } from './lib/sounds.ts';
import { TypingRoom } from './lib/typing.ts';
import { chatKeys } from './queries.ts';

/** Forgotten when the person signs out. */
export const personalStore: KeyValue = {
  getItem: (key) => readStored(PERSONAL + key),
  setItem: (key, value) => writeStored(PERSONAL + key, value),
  removeItem: (key) => writeStored(PERSONAL + key, null),
};

const keptKey = (userId: number) => `chat.files.${userId}`;

type Uploading = typeof import('./uploading.ts');
let uploading: Uploading | null = null;

/** What brings files to the server. Fetched once the page stands: a file may be chosen, or spoken, without a network. */
export async function loadUploading(): Promise<Uploading> {
  uploading ??= await loadPart(() => import('./uploading.ts'));
  return uploading;
}

/** Their files outlive the page from now on. Runs `act` with what brings them: at once where it is here. */
export async function keeping(
  files: DraftFiles,
  userId: number,
  act: (part: Uploading) => void = () => {},
) {
  const part = uploading ?? (await loadUploading());
  part.keepFiles(files, personalStore, keptKey(userId));
  act(part);
}

/** One for all pages of the tab: what is on its way goes on from channels to conversations. */
const draftFiles = new Map<number, DraftFiles>();

function filesOf(userId: number): DraftFiles {
  let files = draftFiles.get(userId);
  if (!files) {
    files = new DraftFiles();
    draftFiles.set(userId, files);
    if (personalStore.getItem(keptKey(userId))) void keeping(files, userId);
  }
  return files;
}

export class ChatSession {
  readonly drafts: Drafts;
  readonly files: DraftFiles;
  readonly outbox: Outbox<Message>;
  readonly typing = new TypingRoom();
  readonly sounds = new SoundPlayer();
  feed: ChannelFeed | null = null;
  readonly me: User;
  readonly client: QueryClient;
  /** Where each channel's window is to stand when it is loaded. */
  private readonly windows = new Map<number, Where>();
  private readonly fetching = new Set<string>();

  constructor(client: QueryClient, me: User) {
    this.client = client;
    this.me = me;
    this.drafts = new Drafts(personalStore, me.idUser, {
      all: chatApi.drafts,
      put: chatApi.putDraft,
      isRefusal: (error) => error instanceof ApiError && !error.isTransient,
    });
    this.files = filesOf(me.idUser);
    this.outbox = new Outbox<Message>(personalStore, me.idUser, {
      post: attemptToSend,
      sent: (message) => this.settle(message),
      now: Date.now,
      newId: () => crypto.randomUUID(),
    });
  }

  /** The query function of a channel's timeline. */
  async loadWindow(channelId: number, signal: AbortSignal): Promise<Timeline> {
    const where = this.windows.get(channelId) ?? { newest: true };
    const held = this.timeline(channelId);
    const page = await fetchMessages(channelId, where, signal).catch((error: unknown) => {
      // The message pointed at is gone; its channel is not.
      const gone = 'around' in where && error instanceof ApiError && error.status === 404;
      if (!gone) throw error;
      this.windows.delete(channelId);
      return fetchMessages(channelId, { newest: true }, signal);
    });
    // What was dropped because it lay outside the old window is read back once this one is in place. A first
    // window is followed by the catching up that each new connection does.
    if (held) setTimeout(() => this.feed?.channelId === channelId && void this.feed.recover());
    return replaceWindow(this.timeline(channelId), page);
  }

  /** A jump in time puts another window in place. */
  async moveWindow(channelId: number, where: Where): Promise<void> {
    this.windows.set(channelId, where);
    await this.client.refetchQueries(
      { queryKey: chatKeys.messages(channelId) },
      { throwOnError: true },
    );
  }

  placeWindow(channelId: number, where: Where) {
    this.windows.set(channelId, where);
  }

  async loadOlder(channelId: number): Promise<void> {
    const first = this.timeline(channelId)?.ids[0];
    if (first === undefined || !this.timeline(channelId)?.hasOlder) return;
    await this.once(`older:${channelId}`, async () => {
      const page = await fetchMessages(channelId, { before: first });
      this.update(channelId, (held) => {
        if (held.ids[0] !== first) return held;
        return trimNewest(mergeOlder(held, page), WINDOW_MAX);
      });
    });
  }

  async loadNewer(channelId: number): Promise<void> {
    const last = this.timeline(channelId)?.ids.at(-1);
    if (last === undefined || !this.timeline(channelId)?.hasNewer) return;
    await this.once(`newer:${channelId}`, async () => {
      const page = await fetchMessages(channelId, { after: last });
      this.update(channelId, (held) => (held.ids.at(-1) === last ? mergeNewer(held, page) : held));
      if (page.hasNewer) return;
      this.windows.delete(channelId);
      this.update(channelId, (held) => ({ ...held, cursor: Math.min(held.cursor, page.cursor) }));
      void this.feed?.recover();
    });
  }

  /** An answer to something I wrote, wherever it shows. */
  settle(message: Message) {
    const me = this.me.idUser;
    this.update(message.channelId, (held) => settle(held, message, { me, threadId: null }));
    const threadId = message.parentMessageId ?? message.id;
    this.client.setQueryData<ThreadState>(chatKeys.thread(message.channelId, threadId), (held) =>
      held ? settleThread(held, message, { me, threadId }) : held,
    );
  }

  /** What is held of a message, wherever it shows. */
  held({ channelId, id, parentMessageId }: Message): HeldMessage | undefined {
    const top = this.timeline(channelId)?.byId[id];
    if (top) return top;
    const thread = this.client.getQueryData<ThreadState>(
      chatKeys.thread(channelId, parentMessageId ?? id),
    );
    return thread?.parent.id === id ? thread.parent : thread?.replies.byId[id];
  }

  /** What I did changes a message, wherever it shows. */
  change(message: Message, to: (held: HeldMessage) => HeldMessage) {
    const { id, channelId } = message;
    const within = (held: Timeline) => {
      const one = held.byId[id];
      return one ? put(held, to(one)) : held;
    };
    this.update(channelId, within);
    const threadId = message.parentMessageId ?? id;
    this.client.setQueryData<ThreadState>(chatKeys.thread(channelId, threadId), (held) => {
      if (!held) return held;
      return held.parent.id === id
        ? { ...held, parent: to(held.parent) }
        : { ...held, replies: within(held.replies) };
    });
  }

  timeline(channelId: number): Timeline | undefined {
    return this.client.getQueryData<Timeline>(chatKeys.messages(channelId));
  }

  private update(channelId: number, change: (held: Timeline) => Timeline) {
    this.client.setQueryData<Timeline>(chatKeys.messages(channelId), (held) =>
      held ? change(held) : held,
    );
  }

  private async once(key: string, work: () => Promise<void>): Promise<void> {
    if (this.fetching.has(key)) return;
    this.fetching.add(key);
    try {
      await work();
    } finally {
      this.fetching.delete(key);
    }
  }
}

export async function attemptToSend(entry: OutboxEntry): Promise<Attempt<Message>> {
  try {
    const message = await chatApi.send(entry.channelId, {
      content: entry.content,
      clientMessageId: entry.clientMessageId,
      ...(entry.attachments?.length
        ? { attachmentIds: entry.attachments.map(({ id }) => id) }
        : null),
      ...entry.announcement,
      ...(entry.parentMessageId === null ? null : { parentMessageId: entry.parentMessageId }),
    });
    // Sending fails if the answer has no message.
    return message
      ? { kind: 'sent', message }
      : { kind: 'unreachable', reason: chatTexts.sendFailed };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'unreachable', reason: chatTexts.sendFailed };
    if (error.status === 429) return { kind: 'wait', ms: (error.retryAfter ?? 1) * 1000 };
    if (error.isTransient) return { kind: 'unreachable', reason: chatTexts.sendUnreachable };
    return { kind: 'refused', reason: error.message };
  }
}

const SessionContext = createContext<ChatSession | null>(null);
export const ChatSessionProvider = SessionContext.Provider;

export function useChatSession(): ChatSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('chat used outside its session');
  return session;
}

export function useOutbox(): readonly OutboxEntry[] {
  const { outbox } = useChatSession();
  return useSyncExternalStore(outbox.subscribe, outbox.snapshot);
}
