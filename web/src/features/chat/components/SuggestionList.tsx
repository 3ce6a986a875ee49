import { IconHash, IconSlash, IconUsers } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import { paneTexts } from '@/texts/panes.ts';
import type { Suggestion } from '../lib/mentions.ts';
import classes from './Composer.module.css';
import { optionId } from './optionId.ts';

interface Props {
  id: string;
  suggestions: readonly Suggestion[];
  index: number;
  /** What they are, for those who hear. */
  label: string;
  onPick: (suggestion: Suggestion) => void;
}

/** Of the list and of a row (px), and what is left free above. */
const HEIGHT = 300;
const ROW = 52;
const MARGIN = 8;

export default function SuggestionList({ id, suggestions, index, label, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  // Between the pane's header and the text, however high the keyboard leaves that.
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const pane = box.current?.closest('[data-region]');
    const composer = box.current?.parentElement;
    if (!box.current || !pane || !composer) return;
    const top = pane.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const room = composer.getBoundingClientRect().top - top - MARGIN;
    box.current.style.maxHeight = `${Math.min(HEIGHT, Math.max(ROW, room))}px`;
  });
  return (
    <div ref={box} className={classes.suggestions}>
      <div ref={list} id={id} role="listbox" aria-label={label}>
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's
          <div
            key={suggestion.key}
            id={optionId(id, at)}
            role="option"
            aria-selected={at === index}
            className={classes.suggestion}
            data-command={suggestion.sign === '/' || undefined}
            // The keyboard of a phone stays up.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(suggestion)}
          >
            <Sign suggestion={suggestion} />
            <span className={classes.suggestionName}>{suggestion.label}</span>
            <span className={classes.suggestionHandle}>{hintOf(suggestion)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function Sign({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.userId === null) {
    return (
      <span className={classes.group} aria-hidden="true">
        {suggestion.emoji ??
          (suggestion.sign === '#' ? (
            <IconHash size={16} />
          ) : suggestion.sign === '/' ? (
            <IconSlash size={16} />
          ) : (
            <IconUsers size={16} />
          ))}
      </span>
    );
  }
  return (
    <span className={classes.presence} data-online={suggestion.online || undefined}>
      <Avatar name={suggestion.label} image={suggestion.avatar} size={24} />
    </span>
  );
}

function hintOf({ sign, handle, userId, hint }: Suggestion): string {
  if (hint) return hint;
  if (sign === ':') return `:${handle}:`;
  return sign === '@' && userId === null ? paneTexts.notifyAll : `${sign}${handle}`;
}
