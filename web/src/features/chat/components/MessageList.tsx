import { IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import { usePreferences } from '@/lib/preferences.ts';
import { shortTime } from '@/lib/times.ts';
import { chatTexts } from '@/texts/chat.ts';
import { firstUnread, type ListRow } from '../lib/rows.ts';
import { LatestButton, TopStrip } from './JumpButtons.tsx';
import classes from './MessageList.module.css';
import { MessageRow } from './MessageRow.tsx';
import { useActiveRow } from './useActiveRow.ts';
import { type Jump, useJump } from './useJump.ts';
import { useRoving } from './useRoving.ts';

/** For those who have chosen it. */
const PlainList = lazy(() => loadPart(() => import('./PlainList.tsx')));

export interface ListProps {
  label: string;
  rows: readonly ListRow[];
  me: number;
  inThread?: boolean;
  hasOlder: boolean;
  hasNewer: boolean;
  /** What stands above the first row once history ends. */
  beginning?: ReactNode;
  olderState?: ReactNode;
  jump?: Jump | null;
  /** Messages of others that came while the reader was elsewhere. */
  newCount: number;
  onOlder: () => void;
  onNewer: () => void;
  onLatest: () => void;
  onAtEnd: (atEnd: boolean) => void;
  onEscape: () => void;
}

const AT_END_PX = 80;
/** About as high as a row is (px). */
const ROW_PX = 72;
const HIGHLIGHT_MS = 2500;

export function MessageList(props: ListProps) {
  const { virtualList } = usePreferences();
  return virtualList ? (
    <VirtualList {...props} />
  ) : (
    <Suspense>
      <PlainList {...props} />
    </Suspense>
  );
}

function VirtualList(props: ListProps) {
  const { rows, me, inThread = false, hasOlder, hasNewer, jump, onOlder, onNewer, onAtEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(!jump);
  const opened = useRef(false);
  const [atEnd, setAtEnd] = useState(true);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [firstVisible, setFirstVisible] = useState(0);
  const rovingKey = useRef<string | null>(null);
  const indexByKey = useMemo(() => new Map(rows.map((row, index) => [row.key, index])), [rows]);

  const hadNewer = useRef(hasNewer);
  useEffect(() => {
    hadNewer.current = hasNewer;
  }, [hasNewer]);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    // As it will open, so that its first rows are drawn with it and not after it was measured.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: jump ? 0 : rows.length * ROW_PX,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    // A page of what came later is read on from here; only what comes while one stands at the end is followed.
    followOnAppend: !hasNewer && !hadNewer.current,
    scrollEndThreshold: AT_END_PX,
    overscan: 8,
    paddingEnd: 8,
    directDomUpdates: true,
    directDomUpdatesMode: 'transform',
    // The row with the tab stop stays mounted, else the focus is lost when it leaves the view.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        const kept = rovingKey.current === null ? undefined : indexByKey.get(rovingKey.current);
        if (kept === undefined || indexes.includes(kept)) return indexes;
        return [...indexes, kept].sort((a, b) => a - b);
      },
      [indexByKey],
    ),
  });

  const reveal = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    [virtualizer],
  );
  const roving = useRoving({
    rows,
    container: scroller,
    reveal,
    inThread,
    onEscape: props.onEscape,
  });
  rovingKey.current = roving.key;
  const activeRow = useActiveRow(rows, inThread);

  const { setKey } = roving;
  const settling = useJump({
    jump: jump ?? null,
    rows,
    scroller,
    virtualizer,
    onFound: (row) => {
      opened.current = true;
      wasAtEnd.current = false;
      setKey(row.key);
      setHighlighted(row.key);
    },
    onSettled: () => look(),
  });

  const look = useCallback(() => {
    const element = scroller.current;
    // What is loaded before a jump has settled would move what it leads to.
    if (!element || settling()) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const end = scrollHeight - clientHeight - scrollTop <= AT_END_PX;
    wasAtEnd.current = end && !hasNewer;
    setAtEnd(end);
    onAtEnd(end && !hasNewer);
    // Two screens early, so that one seldom sees the wait.
    if (hasOlder && scrollTop < 2 * clientHeight) onOlder();
    if (hasNewer && scrollHeight - clientHeight - scrollTop < 2 * clientHeight) onNewer();
    const top = virtualizer.getVirtualItemForOffset(scrollTop);
    if (top) setFirstVisible(top.index);
  }, [hasOlder, hasNewer, onOlder, onNewer, onAtEnd, virtualizer, settling]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [look]);

  // A page that came may leave the reader still near an edge: look again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are what it waits for
  useEffect(look, [look, rows]);

  // Opened at the newest; afterwards the anchor holds the place.
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0 || jump) return;
    opened.current = true;
    virtualizer.scrollToEnd();
  }, [rows.length, jump, virtualizer]);

  // A viewport that shrinks (keyboard, rotation, a growing composer) would leave the end.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current) virtualizer.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer]);

  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);

  const unreadIndex = firstUnread(rows, me);
  const unreadRow = unreadIndex < firstVisible ? rows[unreadIndex] : undefined;
  const root = inThread && firstVisible > 0 ? rows[0] : undefined;
  return (
    <div className={classes.frame}>
      {props.olderState}
      {unreadRow && (
        <TopStrip
          scroller={scroller}
          label={chatTexts.goToFirstUnread}
          onClick={() => virtualizer.scrollToIndex(unreadIndex, { align: 'start' })}
        >
          <IconArrowUp size={16} aria-hidden="true" />
          {chatTexts.unreadSince(shortTime(unreadRow.message.created))}
        </TopStrip>
      )}
      {root && (
        <TopStrip
          scroller={scroller}
          label={chatTexts.toThreadStart}
          onClick={() => virtualizer.scrollToIndex(0, { align: 'start' })}
        >
          <b>{root.message.userName}</b>
          <span className={classes.rootText}>{root.message.formattedContent}</span>
        </TopStrip>
      )}
      <div className={classes.view}>
        <div
          ref={scroller}
          className={classes.scroller}
          data-top={inThread || undefined}
          {...activeRow.handlers}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by transform */}
          <div
            ref={virtualizer.containerRef}
            className={classes.rows}
            role="list"
            aria-label={props.label}
            onKeyDown={roving.onKeyDown}
          >
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                // biome-ignore lint/a11y/useSemanticElements: rows are placed by transform
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  data-row-key={row.key}
                  className={classes.row}
                  role="listitem"
                  aria-posinset={item.index + 1}
                  aria-setsize={hasOlder || hasNewer ? -1 : rows.length}
                  tabIndex={row.key === roving.key ? 0 : -1}
                  onFocus={() => roving.setKey(row.key)}
                >
                  {/* Inside the first row: above the list it would shift every row's place. */}
                  {item.index === 0 && !hasOlder && props.beginning}
                  <MessageRow
                    row={row}
                    me={me}
                    active={row.key === activeRow.active}
                    highlighted={row.key === highlighted}
                    inThread={inThread}
                  />
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <LatestButton
        shown={!atEnd || hasNewer}
        newCount={props.newCount}
        onLatest={() => {
          if (hasNewer) props.onLatest();
          else virtualizer.scrollToEnd();
        }}
      />
    </div>
  );
}
