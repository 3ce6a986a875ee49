import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { paneTexts } from '@/texts/panes.ts';
import { rowOf } from '../lib/rows.ts';
import { LatestButton } from './JumpButtons.tsx';
import classes from './MessageList.module.css';
import type { ListProps } from './MessageList.tsx';
import { MessageRow } from './MessageRow.tsx';
import { useActiveRow } from './useActiveRow.ts';
import { rowElement, useRoving } from './useRoving.ts';

const SHOWN = 200;
const AT_END_PX = 80;

/** All rows in the document, for screen readers that read on by themselves: the last 200, more on request. */
export default function PlainList(props: ListProps) {
  const { me, inThread = false, hasOlder, hasNewer, jump, onAtEnd } = props;
  const [shown, setShown] = useState(SHOWN);
  const target = jump ? rowOf(props.rows, jump.messageId) : -1;
  const rows = props.rows.slice(-Math.max(shown, target < 0 ? 0 : props.rows.length - target));
  const scroller = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const reveal = useCallback(() => {}, []);
  const roving = useRoving({
    rows,
    container: scroller,
    reveal,
    inThread,
    onEscape: props.onEscape,
  });
  const activeRow = useActiveRow(rows, inThread);

  const look = () => {
    const element = scroller.current;
    if (!element) return;
    const end = element.scrollHeight - element.clientHeight - element.scrollTop <= AT_END_PX;
    wasAtEnd.current = end;
    setAtEnd(end);
    onAtEnd(end && !hasNewer);
  };

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  const lastKey = rows.at(-1)?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last row is what it follows
  useLayoutEffect(() => {
    if (wasAtEnd.current && !jump) toEnd();
  }, [lastKey, toEnd]);

  const jumped = useRef(-1);
  useEffect(() => {
    const row = jump && rows[rowOf(rows, jump.messageId)];
    if (!jump || !row || jumped.current === jump.seq) return;
    jumped.current = jump.seq;
    wasAtEnd.current = false;
    rowElement(scroller.current, row.key)?.scrollIntoView({ block: 'center' });
    setHighlighted(row.key);
  }, [jump, rows]);

  const more = hasOlder || props.rows.length > shown;
  return (
    <div className={classes.frame}>
      <div className={classes.view}>
        <div
          ref={scroller}
          className={classes.scroller}
          data-plain
          onScroll={look}
          {...activeRow.handlers}
        >
          {more ? (
            <button
              type="button"
              className={classes.older}
              onClick={() => {
                setShown((count) => count + SHOWN);
                if (props.rows.length <= shown + SHOWN) props.onOlder();
              }}
            >
              {paneTexts.showOlder}
            </button>
          ) : (
            props.beginning
          )}
          <ol className={classes.plainRows} aria-label={props.label} onKeyDown={roving.onKeyDown}>
            {rows.map((row) => (
              <li
                key={row.key}
                data-row-key={row.key}
                className={classes.plainRow}
                tabIndex={row.key === roving.key ? 0 : -1}
                onFocus={() => roving.setKey(row.key)}
              >
                <MessageRow
                  row={row}
                  me={me}
                  active={row.key === activeRow.active}
                  highlighted={row.key === highlighted}
                  inThread={inThread}
                />
              </li>
            ))}
          </ol>
          {hasNewer && (
            <button type="button" className={classes.older} onClick={props.onNewer}>
              {paneTexts.showNewer}
            </button>
          )}
        </div>
      </div>
      <LatestButton
        shown={!atEnd || hasNewer}
        newCount={props.newCount}
        onLatest={hasNewer ? props.onLatest : toEnd}
      />
    </div>
  );
}
