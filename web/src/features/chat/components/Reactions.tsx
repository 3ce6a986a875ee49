import { IconMoodPlus } from '@tabler/icons-react';
import type { Message } from '@/api/types.ts';
import { chatTexts } from '@/texts/chat.ts';
import { useMessageActions } from './actions.ts';
import classes from './Reactions.module.css';

export function Reactions({ message, canReact }: { message: Message; canReact: boolean }) {
  const actions = useMessageActions();
  return (
    <div className={classes.row}>
      {message.reactions.map(({ emoji, count, me }) => (
        <button
          key={emoji}
          type="button"
          className={classes.reaction}
          aria-pressed={me}
          aria-label={chatTexts.reactedBy(emoji, count, me)}
          disabled={!canReact}
          onClick={() => actions.react(message, emoji, !me)}
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
    </div>
  );
}
