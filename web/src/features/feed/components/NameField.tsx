import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import { searchQuery } from '@/features/search/api.ts';
import { insertText } from '@/lib/editText.ts';
import { composerTexts as texts } from '@/texts/feed.ts';
import { nameAt } from '../words.ts';
import classes from './composer.module.css';

const PAUSE_MS = 150;
const SHOWN = 6;

type NameFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSend: () => void;
  rows: number;
  placeholder?: string;
  /** The label is heard, not seen. */
  plain?: boolean;
  error?: string | undefined;
};

/** A text in which people and organisations are named: `@` and two letters suggest them. */
export function NameField(props: NameFieldProps) {
  const { field, label, value, onChange, onSend, rows, placeholder, plain, error } = props;
  const listId = useId();
  const [at, setAt] = useState<{ start: number; query: string } | null>(null);
  const [index, setIndex] = useState(0);
  const [q] = useDebouncedValue(at?.query ?? '', PAUSE_MS);
  const groups = useQuery(searchQuery(q)).data ?? [];
  const found = at
    ? groups
        .flatMap(({ content }) => content)
        // Places and days are not called.
        .filter(({ type, slug }) => type === 'person' || !slug.includes('/'))
        .slice(0, SHOWN)
    : [];
  const active = found[Math.min(index, found.length - 1)];

  const look = (element: HTMLTextAreaElement) => {
    const next = nameAt(element.value, element.selectionStart);
    setAt(next);
    if (next?.query !== at?.query) setIndex(0);
  };
  const pick = (slug: string) => {
    if (!at || !field.current) return;
    insertText(field.current, at.start, at.start + at.query.length + 1, `@${slug} `);
    setAt(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Dead keys and input methods end their own words with Enter.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!active) return;
    if (event.key === 'ArrowDown') setIndex((index + 1) % found.length);
    else if (event.key === 'ArrowUp') setIndex((index + found.length - 1) % found.length);
    else if (event.key === 'Escape') setAt(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(active.slug);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        {...(plain ? { 'aria-label': label } : { label })}
        classNames={{ input: classes.text ?? '' }}
        rows={rows}
        placeholder={placeholder}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-controls={active ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${found.indexOf(active)}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          look(event.currentTarget);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
      />
      {active && (
        <div id={listId} role="listbox" aria-label={texts.suggestions} className={classes.names}>
          {found.map((one, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field
            // biome-ignore lint/a11y/useFocusableInteractive: the field points at it
            <div
              key={one.slug}
              id={`${listId}-${n}`}
              role="option"
              aria-selected={one === active}
              className={classes.nameOption}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(one.slug)}
            >
              <Avatar
                name={one.name}
                image={one.imgUrl ?? null}
                size={28}
                person={one.type === 'person'}
              />
              <span>{one.name}</span>
              <span className={classes.handle}>@{one.slug}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
