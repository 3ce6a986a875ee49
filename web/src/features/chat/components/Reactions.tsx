import { IconMoodPlus } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Message } from '@/api/types.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import { useMessageActions } from './actions.ts';
import classes from './Reactions.module.css';

const ReactorsTip = lazy(() => loadPart(() => import('../everyday/Reactors.tsx')));
/** A pointer that only passes asks for nothing (ms). */
const HOVER_MS = 300;

/** Whose reaction is under the pointer or has the focus. */
function useAsked() {
  const [near, setNear] = useState<{ emoji: string; anchor: Element } | null>(null);
  const [asked, setAsked] = useState<typeof near>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(near), near ? HOVER_MS : 0);
    return () => clearTimeout(timer);
  }, [near]);
  const leave = () => setNear(null);
  const about = (emoji: string) => {
    const enter = ({ currentTarget: anchor }: { currentTarget: Element }) =>
      setNear({ emoji, anchor });
    return {
      onFocus: (event: { currentTarget: Element }) => {
        if (event.currentTarget.matches(':focus-visible')) enter(event);
      },
      onMouseEnter: enter,
      onBlur: leave,
      onMouseLeave: leave,
    };
  };
  return { asked, about };
}

export function Reactions({ message, canReact }: { message: Message; canReact: boolean }) {
  const actions = useMessageActions();
  const { asked, about } = useAsked();
  return (
    <div className={classes.row}>
      {message.reactions.map(({ emoji, count, me }) => (
        <button
          key={emoji}
          type="button"
          className={classes.reaction}
          aria-pressed={me}
          aria-label={chatTexts.reactedBy(emoji, count, me)}
          aria-disabled={!canReact}
          data-reaction
          onClick={() => canReact && actions.react(message, emoji, !me)}
          {...about(emoji)}
        >
          <span>{emoji}</span>
          <span className={classes.count}>{count}</span>
        </button>
      ))}
      {canReact && (
        <button
          type="button"
          className={classes.add}
          aria-label={chatTexts.react}
          onClick={(event) => actions.pickEmoji(message, event.currentTarget)}
        >
          <IconMoodPlus size={16} aria-hidden="true" />
        </button>
      )}
      {asked && (
        <Suspense>
          <ReactorsTip message={message} {...asked} />
        </Suspense>
      )}
    </div>
  );
}
