import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import { contactsQuery } from '@/features/contacts/api.ts';
import { searchQuery } from '@/features/search/api.ts';
import { useCaretAtEnd } from '@/hooks/useCaretAtEnd.ts';
import { insertText, onPaste } from '@/lib/editText.ts';
import { composerTexts as texts } from '@/texts/posting.ts';
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
  /** Takes pictures that are pasted. */
  onPictures?: ((files: readonly File[]) => void) | undefined;
};

/** A text in which people and organisations are named: `@` and two letters suggest them. */
export function NameField(props: NameFieldProps) {
  const { field, label, value, onChange, onSend, rows, placeholder, plain, error } = props;
  const listId = useId();
  useCaretAtEnd(field);
  const [at, setAt] = useState<{ start: number; query: string } | null>(null);
  const [index, setIndex] = useState(0);
  const [q] = useDebouncedValue(at?.query ?? '', PAUSE_MS);
  const found = useNames(q, at !== null);
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
        // Where the browser sizes it by its text, it does not ask for rows.
        style={{ '--rows': rows }}
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
        onPaste={(event) => onPaste(event, props.onPictures)}
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
              <Avatar name={one.name} image={one.image} size={28} />
              <span>{one.name}</span>
              <span className={classes.handle}>@{one.slug}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

type Named = { slug: string; name: string; image: string | null; person: boolean };

/** Whom one could mean: one's contacts, then whoever is to be found by everybody. */
function useNames(q: string, open: boolean): readonly Named[] {
  const enabled = open && q !== '';
  const contacts = useInfiniteQuery({ ...contactsQuery(q), enabled }).data?.pages[0]?.content;
  const groups = useQuery({ ...searchQuery(q), enabled }).data;
  if (!enabled) return [];
  const known = (contacts ?? []).map(({ user }) => ({
    slug: user.username,
    name: user.displayName,
    image: user.avatar ?? null,
    person: true,
  }));
  const others = (groups ?? [])
    .flatMap(({ content }) => content)
    // Places and days are not called.
    .filter(({ type, slug }) => type === 'person' || !slug.includes('/'))
    .map(({ slug, name, imgUrl, type }) => ({
      slug,
      name,
      image: imgUrl ?? null,
      person: type === 'person',
    }));
  const isKnown = (slug: string) => known.some((one) => one.slug === slug);
  return [...known, ...others.filter(({ slug }) => !isKnown(slug))].slice(0, SHOWN);
}
