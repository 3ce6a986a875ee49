import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import hidden from '@/components/spoken.module.css';
import { chatTexts } from '@/texts/chat.ts';
import classes from './MessageList.module.css';

/** A line above the list, never over it: what is read stays where it is when the line comes or goes. */
export function TopStrip({
  scroller,
  onClick,
  label,
  children,
}: {
  scroller: RefObject<HTMLElement | null>;
  onClick: () => void;
  label: string;
  children: ReactNode;
}) {
  const strip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const height = strip.current?.offsetHeight ?? 0;
    const list = scroller.current;
    if (list) list.scrollTop += height;
    return () => {
      if (list) list.scrollTop -= height;
    };
  }, [scroller]);
  return (
    <button ref={strip} type="button" className={classes.strip} onClick={onClick} title={label}>
      {children}
    </button>
  );
}

interface Props {
  shown: boolean;
  newCount: number;
  onLatest: () => void;
}

export function LatestButton({ shown, newCount, onLatest }: Props) {
  if (!shown) return null;
  return (
    <button
      type="button"
      className={classes.strip}
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
  );
}
