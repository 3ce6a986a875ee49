import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Channel } from '@/api/types.ts';
import { onPrinting } from '@/hooks/usePrinting.ts';
import { emojiNames, onEmojiNames, wantEmojiNames } from '@/lib/emojiNames.ts';
import { textOf } from '../lib/mentions.ts';
import { workspacesQuery } from '../queries.ts';
import { type ChatSession, useChatSession } from '../session.ts';
import { Paper } from './Paper.tsx';
import { setPrinter } from './printing.ts';

/** Who prints a channel gets as many messages of it, whatever is on the screen. */
const PRINTED = 300;
/** Pictures and names of emoji that have not come by then are left out (ms). */
const LATE_MS = 5_000;

/**
 * The open channel on paper. The list on the screen holds a window's height of rows, so what is printed is drawn beside the page: for
 * Ctrl+P and 'Skriv ut', which fetch more of it first, and when the browser's own menu prints.
 */
export default function Printing({ channel }: { channel: Channel }) {
  const session = useChatSession();
  const client = useQueryClient();
  const [drawn, setDrawn] = useState<Date | null>(null);

  const draw = useCallback((on: boolean) => {
    // The browser takes the page as it stands when it has told of it.
    flushSync(() => setDrawn(on ? new Date() : null));
  }, []);

  const print = useCallback(async () => {
    await loadSome(session, channel.id);
    draw(true);
    await Promise.race([late(), Promise.all([pictures(), names(session, channel.id)])]);
    window.print();
  }, [session, channel.id, draw]);

  // The browser's own menu waits for nothing.
  useEffect(() => wantEmojiNames(wordsOf(session, channel.id)), [session, channel.id]);

  useEffect(() => {
    setPrinter(() => void print());
    const key = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPrint(event) || document.querySelector('dialog[open]'))
        return;
      event.preventDefault();
      void print();
    };
    if (window.matchMedia('print').matches) setDrawn(new Date());
    const end = onPrinting(draw);
    window.addEventListener('keydown', key);
    return () => {
      setPrinter(null);
      end();
      window.removeEventListener('keydown', key);
    };
  }, [print, draw]);

  const timeline = drawn && session.timeline(channel.id);
  if (!timeline) return null;
  const workspaces = client.getQueryData(workspacesQuery.queryKey);
  const workspace = workspaces?.find((one) => one.workspaceId === channel.workspaceId);
  return createPortal(
    <Paper
      channel={channel}
      organisation={workspace?.workspaceName ?? null}
      timeline={timeline}
      me={session.me}
      at={drawn}
    />,
    document.body,
  );
}

/** On a Mac Ctrl+P goes up a line. */
function isPrint({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const wanted = /Mac|iPhone|iPad/.test(navigator.platform)
    ? metaKey && !ctrlKey
    : ctrlKey && !metaKey;
  return wanted && !altKey && !shiftKey && key.toLowerCase() === 'p';
}

/** What cannot be fetched is not printed; what is there is. */
async function loadSome(session: ChatSession, channelId: number) {
  let held = -1;
  for (;;) {
    const timeline = session.timeline(channelId);
    const count = timeline?.ids.length ?? 0;
    if (!timeline?.hasOlder || count >= PRINTED || count === held) return;
    held = count;
    await session.loadOlder(channelId).catch(() => {});
  }
}

const late = () => new Promise((resolve) => setTimeout(resolve, LATE_MS));

/** Until they can be printed. */
function pictures(): Promise<unknown> {
  const images = [...document.querySelectorAll<HTMLImageElement>('[data-paper] img')];
  return Promise.all(images.map((image) => image.decode().catch(() => {})));
}

/** What is written in what is held of a channel. */
function wordsOf(session: ChatSession, channelId: number): string {
  const timeline = session.timeline(channelId);
  const held = timeline?.ids.flatMap((id) => timeline.byId[id] ?? []) ?? [];
  return held.map(textOf).join('\n');
}

/** Until `:tada:` can stand as what it means: what is far up was on no screen yet. */
function names(session: ChatSession, channelId: number): Promise<unknown> {
  const words = wordsOf(session, channelId);
  if (emojiNames() || !/:\S+:/u.test(words)) return Promise.resolve();
  wantEmojiNames(words);
  return new Promise<void>((resolve) => {
    const forget = onEmojiNames(() => {
      forget();
      resolve();
    });
  });
}
