import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import hidden from '@/components/spoken.module.css';
import { shortTime } from '@/lib/times.ts';
import { chatTexts } from '@/texts/chat.ts';
import type { ListRow } from '../lib/rows.ts';
import classes from './MessageList.module.css';

interface Props {
  /** The first unread row when it lies above what is seen. */
  unreadRow: ListRow | null;
  onUnread: () => void;
  showLatest: boolean;
  newCount: number;
  onLatest: () => void;
}

export function JumpButtons({ unreadRow, onUnread, showLatest, newCount, onLatest }: Props) {
  return (
    <>
      {unreadRow && (
        <button
          type="button"
          className={classes.toUnread}
          onClick={onUnread}
          title={chatTexts.goToFirstUnread}
        >
          <IconArrowUp size={16} aria-hidden="true" />
          {chatTexts.unreadSince(shortTime(unreadRow.message.created))}
        </button>
      )}
      {showLatest && (
        <button
          type="button"
          className={classes.toLatest}
          data-new={newCount > 0 || undefined}
          onClick={onLatest}
        >
          <IconArrowDown size={16} aria-hidden="true" />
          {chatTexts.jumpToLatest}
          {newCount > 0 && (
            <span className={classes.count}>
              <span aria-hidden="true">{newCount > 99 ? '99+' : newCount}</span>
              <span className={hidden.spoken}>, {chatTexts.newMessages(newCount)}</span>
            </span>
          )}
        </button>
      )}
    </>
  );
}
