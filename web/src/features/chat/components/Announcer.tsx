import { useContext, useEffect, useRef, useState } from 'react';
import hidden from '@/components/spoken.module.css';
import { usePreferences } from '@/lib/preferences.ts';
import { BlockedContext } from '../folding.ts';
import { AnnounceLimit } from '../lib/announce.ts';
import type { ListRow } from '../lib/rows.ts';

/**
 * What a screen reader hears of the open channel. The list itself is never live: it would read out pages of
 * history and every edit.
 */
export function Announcer({ rows, me }: { rows: readonly ListRow[]; me: number }) {
  const { announce } = usePreferences();
  const blocked = useContext(BlockedContext);
  const [lines, setLines] = useState<{ id: number; text: string }[]>([]);
  const limit = useRef(new AnnounceLimit());
  const newest = useRef<number | null>(null);

  useEffect(() => {
    const settled = rows.filter((row) => row.send === null);
    const last = settled.at(-1)?.message.id ?? 0;
    const before = newest.current;
    newest.current = Math.max(last, before ?? 0);
    // The first page is history, not news.
    if (before === null || announce === 'off' || document.hidden) return;
    const fresh = settled
      .filter(
        ({ message }) =>
          message.id > before &&
          message.userId !== me &&
          !blocked.has(message.userId) &&
          message.visible &&
          !message.deleted,
      )
      .map(({ message }) => message)
      .filter((message) => announce === 'all' || message.mentions.includes(me));
    const spoken = limit.current.lines(fresh, me, Date.now());
    if (spoken.length === 0) return;
    setLines((held) =>
      [...held, ...spoken.map((text, index) => ({ id: Date.now() * 10 + index, text }))].slice(-20),
    );
  }, [rows, me, announce, blocked]);

  return (
    <div className={hidden.spoken} role="log" aria-live="polite" aria-relevant="additions">
      {lines.map((line) => (
        <p key={line.id}>{line.text}</p>
      ))}
    </div>
  );
}
