import { IconBookmark, IconDots, IconMessage, IconMoodPlus, IconPencil } from '@tabler/icons-react';
import type { Message } from '@/api/types.ts';
import { chatTexts } from '@/texts/chat.ts';
import { messageMenuTexts } from '@/texts/messageMenu.ts';
import type { MessageAbilities } from '../lib/abilities.ts';
import { useMessageActions } from './actions.ts';
import classes from './MessageToolbar.module.css';

export const QUICK_REACTIONS = ['👍', '❤️', '😄', '✅'];

interface Props {
  message: Message;
  abilities: MessageAbilities;
  inThread: boolean;
}

/** Only ever one in the list: on the row under the pointer or with the focus. */
export default function MessageToolbar({ message, abilities, inThread }: Props) {
  const actions = useMessageActions();
  const mine = (emoji: string) => message.reactions.some((one) => one.emoji === emoji && one.me);
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={messageMenuTexts.actions}>
      {abilities.react &&
        QUICK_REACTIONS.slice(0, 3).map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={classes.button}
            aria-pressed={mine(emoji)}
            aria-label={`${chatTexts.react} ${emoji}`}
            onClick={() => actions.react(message, emoji, !mine(emoji))}
          >
            {emoji}
          </button>
        ))}
      {abilities.react && (
        <button
          type="button"
          className={classes.button}
          aria-label={chatTexts.react}
          title={chatTexts.react}
          onClick={(event) => actions.pickEmoji(message, event.currentTarget)}
        >
          <IconMoodPlus size={18} aria-hidden="true" />
        </button>
      )}
      {abilities.reply && !inThread && (
        <button
          type="button"
          className={classes.button}
          aria-label={messageMenuTexts.reply}
          title={messageMenuTexts.reply}
          onClick={() => actions.openThread(message)}
        >
          <IconMessage size={18} aria-hidden="true" />
        </button>
      )}
      {abilities.keep && (
        <button
          type="button"
          className={classes.button}
          aria-label={messageMenuTexts.keep}
          title={messageMenuTexts.keep}
          aria-haspopup="dialog"
          onClick={(event) => actions.save(message, event.currentTarget)}
        >
          <IconBookmark size={18} aria-hidden="true" />
        </button>
      )}
      {abilities.edit && (
        <button
          type="button"
          className={classes.button}
          aria-label={messageMenuTexts.edit}
          title={messageMenuTexts.edit}
          onClick={() => actions.startEdit(message)}
        >
          <IconPencil size={18} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={classes.button}
        aria-label={messageMenuTexts.more}
        title={messageMenuTexts.more}
        aria-haspopup="dialog"
        onClick={(event) => actions.openMenu(message, event.currentTarget)}
      >
        <IconDots size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
