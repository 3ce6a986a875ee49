/** The open channel's timeline: its window, older and newer pages, jumps, and where the unread line stands. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import type { Timeline } from '../cache/model.ts';
import { KEEP_ON_LEAVE, trim } from '../cache/pages.ts';
import { readUpTo, type UnreadSpan } from '../lib/rows.ts';
import { chatKeys, chatRetry } from '../queries.ts';
import { useChatSession } from '../session.ts';
import type { Jump } from './useJump.ts';

export function useTimeline(channel: Channel, target: number | null) {
  const session = useChatSession();
  const client = useQueryClient();
  const channelId = channel.id;
  /** Known before the first page is: what opens at its end first would load what lies there. */
  const [jump, setJump] = useState<Jump | null>(() =>
    target === null ? null : { messageId: target, seq: 0 },
  );
  const [missing, setMissing] = useState(false);
  const [olderFailed, setOlderFailed] = useState(false);
  // Before the first load: the window opens where the address points.
  const placed = useRef(false);
  if (!placed.current) {
    placed.current = true;
    if (target !== null && !session.timeline(channelId)?.byId[target]) {
      session.placeWindow(channelId, { around: target });
      if (session.timeline(channelId))
        void session.moveWindow(channelId, { around: target }).catch(() => {});
    }
  }

  const query = useQuery({
    queryKey: chatKeys.messages(channelId),
    queryFn: ({ signal }) => session.loadWindow(channelId, signal),
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...chatRetry,
  });

  useEffect(
    () => () => {
      const key = chatKeys.messages(channelId);
      client.setQueryData<Timeline>(key, (held) => {
        // A window in the past is not worth keeping: one comes back to the newest.
        if (held?.hasNewer) return undefined;
        return held && trim(held, KEEP_ON_LEAVE);
      });
      if (session.timeline(channelId)?.hasNewer) client.removeQueries({ queryKey: key });
      session.placeWindow(channelId, { newest: true });
      client.removeQueries({ queryKey: chatKeys.threads(channelId) });
    },
    [client, channelId, session],
  );

  const wanted = useRef<number | null>(null);
  const jumpTo = useCallback(
    async (messageId: number) => {
      wanted.current = messageId;
      setMissing(false);
      setJump((last) => ({ messageId, seq: (last?.seq ?? 0) + 1 }));
      if (isShown(session.timeline(channelId), messageId)) return;
      await session.moveWindow(channelId, { around: messageId }).catch(() => {});
      // Another jump may have begun meanwhile, and its window is the one that holds.
      if (wanted.current !== messageId) return;
      if (session.timeline(channelId)?.ids.includes(messageId)) return;
      setJump(null);
      setMissing(true);
    },
    [session, channelId],
  );

  const loaded = query.data !== undefined;
  useEffect(() => {
    if (target !== null && loaded) void jumpTo(target);
    else wanted.current = null;
  }, [target, loaded, jumpTo]);

  const loadOlder = useCallback(() => {
    session.loadOlder(channelId).then(
      () => setOlderFailed(false),
      () => setOlderFailed(true),
    );
  }, [session, channelId]);

  const loadNewer = useCallback(() => {
    session.loadNewer(channelId).catch(() => {});
  }, [session, channelId]);

  return {
    query,
    timeline: query.data,
    jump,
    missing,
    olderFailed,
    loadOlder,
    loadNewer,
    setMissing,
  };
}

/**
 * Where 'Nya' stands: frozen while one stays, set anew when one leaves the tab. What arrives before one's
 * eyes is not new in this sense.
 */
export function useUnreadSpan(channel: Channel, newestId: number | null): UnreadSpan | null {
  const { unreadFrom } = channel.member;
  const lastRead = readUpTo(channel.member);
  const [span, setSpan] = useState<UnreadSpan | null>(
    lastRead === null ? null : { after: lastRead, upTo: null },
  );
  const newest = useRef({ lastRead, newestId });
  useEffect(() => {
    newest.current = { lastRead, newestId };
    // The first page has come: what it ends with is where being away ended.
    if (newestId === null || document.hidden) return;
    setSpan((held) => (held?.upTo === null ? { ...held, upTo: newestId } : held));
  }, [lastRead, newestId]);
  useEffect(() => {
    if (unreadFrom) setSpan({ after: unreadFrom - 1, upTo: newest.current.newestId });
  }, [unreadFrom]);
  useEffect(() => {
    const change = () => {
      const { lastRead: read, newestId: last } = newest.current;
      if (document.hidden) setSpan(read === null ? null : { after: read, upTo: null });
      else setSpan((held) => (held?.upTo === null ? { ...held, upTo: last } : held));
    };
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  return span;
}

/** About half a screen of the lowest rows: nearer to an edge beyond which there is more, a row cannot stand in the middle. */
const EDGE = 16;

function isShown(timeline: Timeline | undefined, id: number): boolean {
  const index = timeline?.ids.indexOf(id) ?? -1;
  if (!timeline || index < 0) return false;
  const fromEnd = timeline.ids.length - 1 - index;
  return (!timeline.hasOlder || index >= EDGE) && (!timeline.hasNewer || fromEnd >= EDGE);
}
