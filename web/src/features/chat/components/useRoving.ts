/** One tab stop for the whole list: ↑ ↓ move it, → and ← lead into a row and out, single keys act on the row that has it. */
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { usePreferences } from '@/lib/preferences.ts';
import { CHAT_KEYS } from '../commands.ts';
import type { ListRow } from '../lib/rows.ts';
import { useMessageActions } from './actions.ts';
import { controlsOf, useOneStop } from './useOneStop.ts';

interface Options {
  rows: readonly ListRow[];
  container: RefObject<HTMLElement | null>;
  /** Brings a row into the document, so that it can take the focus. */
  reveal: (index: number) => void;
  inThread: boolean;
  onEscape: () => void;
}

const PAGE = 10;

export function useRoving({ rows, container, reveal, inThread, onEscape }: Options) {
  const actions = useMessageActions();
  const { singleKeyShortcuts } = usePreferences();
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const key = rows.some((row) => row.key === chosen) ? chosen : (rows.at(-1)?.key ?? null);

  // A row far away is mounted first and focused then.
  useEffect(() => {
    if (wanted.current === null || wanted.current !== key) return;
    const frame = requestAnimationFrame(() => {
      const row = rowElement(container.current, wanted.current);
      wanted.current = null;
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  });

  useOneStop(container);

  const moveTo = useCallback(
    (index: number) => {
      const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
      if (!row) return;
      wanted.current = row.key;
      setChosen(row.key);
      reveal(rows.indexOf(row));
    },
    [rows, reveal],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-row-key]');
    if (!row || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return;
    const indexOf = (wantedKey: string | null | undefined) =>
      rows.findIndex((one) => one.key === wantedKey);
    const index = indexOf(row.dataset.rowKey);
    // A key that is held comes faster than the focus follows: each press goes on from where the last one leads.
    const ahead = indexOf(wanted.current);
    const from = ahead < 0 ? index : ahead;
    const moves: Record<string, number> = {
      ArrowUp: from - 1,
      ArrowDown: from + 1,
      Home: 0,
      End: rows.length - 1,
      PageUp: from - PAGE,
      PageDown: from + PAGE,
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      moveTo(move);
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      onEscape();
      return;
    }
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const stops = [row, ...controlsOf(row)];
      const at = stops.indexOf(event.target as HTMLElement);
      const next = stops[at + (event.key === 'ArrowRight' ? 1 : -1)];
      if (at >= 0 && next) {
        event.preventDefault();
        next.focus();
      }
      return;
    }
    // Inside the row (a link, the toolbar) the keys belong to what has the focus.
    const message = rows[index]?.message;
    if (event.target !== row || !message || rows[index]?.send) return;
    const can = actions.abilities(message);
    if (event.key === 'Enter' && can.reply && !inThread) {
      event.preventDefault();
      actions.openThread(message);
    } else if (singleKeyShortcuts) {
      const single = event.key.toLowerCase();
      if (single === CHAT_KEYS.thread && can.reply && !inThread) actions.openThread(message);
      else if (single === CHAT_KEYS.edit && can.edit) actions.startEdit(message);
      else if (event.key === CHAT_KEYS.react && can.react) actions.pickEmoji(message, row);
      else if (single === CHAT_KEYS.save && can.keep) actions.save(message, row);
      else if (single === CHAT_KEYS.unread && can.unread) actions.markUnread(message);
      else return;
      event.preventDefault();
    }
  };

  return { key, setKey: setChosen, moveTo, onKeyDown };
}

export const rowElement = (container: HTMLElement | null, key: string | null) =>
  key === null
    ? null
    : (container?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`) ?? null);
