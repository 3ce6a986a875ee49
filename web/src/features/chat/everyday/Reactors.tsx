/** Who reacted: a word beside one reaction, and all of them in a sheet. */
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { Message, Reactors as Reacted } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { markTexts as texts } from '@/texts/everyday.ts';
import { reactorsQuery } from './calls.ts';
import classes from './everyday.module.css';

const MARGIN = 8;

/** Stands over everything beside what it is about, and takes nothing: neither focus nor pointer. */
export default function ReactorsTip({
  message,
  emoji,
  anchor,
}: {
  message: Message;
  emoji: string;
  anchor: Element;
}) {
  const tip = useRef<HTMLDivElement>(null);
  const found = useQuery(reactorsQuery(message)).data?.find((one) => one.emoji === emoji);
  useLayoutEffect(() => {
    const element = tip.current;
    if (!element || !found) return;
    if (!element.matches(':popover-open')) element.showPopover();
    const at = anchor.getBoundingClientRect();
    const left = Math.min(at.left, window.innerWidth - element.offsetWidth - MARGIN);
    const above = at.top - element.offsetHeight - 4;
    element.style.left = `${Math.max(MARGIN, left)}px`;
    element.style.top = `${above < MARGIN ? at.bottom + 4 : above}px`;
  }, [found, anchor]);
  return (
    <div ref={tip} popover="manual" className={classes.tip} role="status">
      {found && `${emoji} ${texts.names(found.people.map((one) => one.displayName))}`}
    </div>
  );
}

export function ReactorsSheet({
  message,
  anchor,
  onClose,
}: {
  message: Message;
  anchor: Element;
  onClose: () => void;
}) {
  const query = useQuery(reactorsQuery(message));
  return (
    <Sheet label={texts.reactions} anchor={anchor} onClose={onClose}>
      <div className={classes.reactors}>
        {query.isPending && <LoadingState />}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.map((one) => (
          <Group key={one.emoji} reacted={one} />
        ))}
      </div>
    </Sheet>
  );
}

function Group({ reacted: { emoji, people } }: { reacted: Reacted }) {
  return (
    <section className={classes.reacted} aria-label={`${emoji} ${people.length}`}>
      <h3>
        <span>{emoji}</span> {people.length}
      </h3>
      <ul>
        {people.map((one) => (
          <li key={one.userId}>
            <Avatar name={one.displayName} image={one.avatar ?? null} size={24} />
            <span dir="auto">{one.displayName}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
