import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  type SkinTone,
} from 'frimousse';
import { useRef, useState } from 'react';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { chatTexts } from '@/texts/chat.ts';
import { chatEmojiTexts } from '@/texts/chatEmoji.ts';
import { recentEmoji, rememberEmoji } from '../lib/recentEmoji.ts';
import classes from './EmojiPanel.module.css';

const TONE = `${PERSONAL}emoji-tone`;
const TONES: readonly SkinTone[] = [
  'none',
  'light',
  'medium-light',
  'medium',
  'medium-dark',
  'dark',
];
/** The data's groups in their order, each by one of its own. */
const TABS = ['😀', '👋', '🐻', '🍎', '✈️', '⚽', '💡', '🔣', '🏳️'];

/** Loaded when first opened; names and search words, Swedish and English, come from our own server. */
export default function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const viewport = useRef<HTMLDivElement>(null);
  const [searching, setSearching] = useState(false);
  const [recent] = useState(recentEmoji);
  const [tone] = useState(() => TONES.find((one) => one === readStored(TONE)) ?? 'none');
  const pick = (emoji: string) => {
    rememberEmoji(emoji);
    onPick(emoji);
  };
  const toGroup = (index: number) => {
    const group = viewport.current?.querySelectorAll<HTMLElement>('[frimousse-category]')[index];
    if (group && viewport.current) viewport.current.scrollTop = group.offsetTop;
  };
  return (
    <EmojiPicker.Root
      className={classes.root}
      locale="sv"
      emojibaseUrl={__EMOJI_BASE__}
      columns={8}
      skinTone={tone}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <div className={classes.top}>
        <EmojiPicker.Search
          className={classes.search}
          placeholder={chatEmojiTexts.searchEmoji}
          aria-label={chatEmojiTexts.searchEmoji}
          onChange={(event) => setSearching(event.currentTarget.value !== '')}
          autoFocus
        />
        <EmojiPicker.SkinTone emoji="👋">
          {({ skinTone, setSkinTone, skinToneVariations }) => (
            <button
              type="button"
              className={classes.emoji}
              aria-label={`${chatEmojiTexts.skinTone}: ${chatEmojiTexts.skinTones[skinTone]}`}
              title={chatEmojiTexts.skinTone}
              onClick={() => {
                const next = TONES[(TONES.indexOf(skinTone) + 1) % TONES.length] ?? 'none';
                setSkinTone(next);
                writeStored(TONE, next);
              }}
            >
              {skinToneVariations.find((one) => one.skinTone === skinTone)?.emoji}
            </button>
          )}
        </EmojiPicker.SkinTone>
      </div>
      {!searching && (
        <>
          <div className={classes.tabs} role="toolbar" aria-label={chatEmojiTexts.emojiGroups}>
            {TABS.map((emoji, index) => (
              <button
                key={emoji}
                type="button"
                className={classes.tab}
                aria-label={chatEmojiTexts.emojiGroupNames[index]}
                title={chatEmojiTexts.emojiGroupNames[index]}
                onClick={() => toGroup(index)}
              >
                {emoji}
              </button>
            ))}
          </div>
          {recent.length > 0 && (
            <fieldset className={classes.recent} aria-label={chatEmojiTexts.recentEmoji}>
              {recent.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  className={classes.emoji}
                  aria-label={emoji}
                  onClick={() => pick(emoji)}
                >
                  {emoji}
                </button>
              ))}
            </fieldset>
          )}
        </>
      )}
      <EmojiPicker.Viewport ref={viewport} className={classes.viewport}>
        <EmojiPicker.Loading className={classes.state}>{chatTexts.loading}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.state}>{chatEmojiTexts.noEmoji}</EmojiPicker.Empty>
        <EmojiPicker.List className={classes.list} components={{ CategoryHeader, Row, Emoji }} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div className={classes.category} {...props}>
      {/* The one group whose name the Swedish data has not translated. */}
      {category.label === 'Smileys & emotion' ? chatEmojiTexts.smileys : category.label}
    </div>
  );
}

function Row({ children, ...props }: EmojiPickerListRowProps) {
  return <div {...props}>{children}</div>;
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button type="button" className={classes.emoji} title={emoji.label} {...props}>
      {emoji.emoji}
    </button>
  );
}
