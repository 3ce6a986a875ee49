import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
} from 'frimousse';
import { chatTexts } from '@/texts/chat.ts';
import classes from './EmojiPanel.module.css';

/** Loaded when first opened; names and search words in Swedish come from our own server. */
export default function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      className={classes.root}
      locale="sv"
      emojibaseUrl={__EMOJI_BASE__}
      columns={8}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className={classes.search}
        placeholder={chatTexts.searchEmoji}
        aria-label={chatTexts.searchEmoji}
        autoFocus
      />
      <EmojiPicker.Viewport className={classes.viewport}>
        <EmojiPicker.Loading className={classes.state}>{chatTexts.loading}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.state}>{chatTexts.noEmoji}</EmojiPicker.Empty>
        <EmojiPicker.List className={classes.list} components={{ CategoryHeader, Emoji }} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div className={classes.category} {...props}>
      {/* The one group whose name the Swedish data has not translated. */}
      {category.label === 'Smileys & emotion' ? chatTexts.smileys : category.label}
    </div>
  );
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button type="button" className={classes.emoji} title={emoji.label} {...props}>
      {emoji.emoji}
    </button>
  );
}
