import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Suggestion } from '@/api/types.ts';
import { FOCUS_SEARCH, on, SEARCH_FOCUS_DELAY } from '@/commands/events.ts';
import hidden from '@/components/spoken.module.css';
import { usePopover } from '@/hooks/usePopover.ts';
import { wishPerson } from '@/lib/chosenPerson.ts';
import { errorTexts } from '@/texts/errors.ts';
import { searchTexts } from '@/texts/search.ts';
import { pathOf, personOf, SEARCH_DELAY, searchQuery } from './api.ts';
import { SuggestionGroups } from './SuggestionGroups.tsx';
import classes from './search.module.css';

/** A field in the header of a wide screen; on others a button that lays it over the header. */
export function GlobalSearch() {
  const { open, setOpen, root } = usePopover();
  const { key } = useLocation();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = on(FOCUS_SEARCH, () => {
      setOpen(true);
      timer = setTimeout(() => input.current?.focus(), SEARCH_FOCUS_DELAY);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [setOpen]);

  // Going anywhere closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what it waits for
  useEffect(() => setOpen(false), [key]);

  return (
    <div ref={root} className={classes.root} data-expanded={open || undefined} data-tour="search">
      <button
        type="button"
        className={classes.toggle}
        aria-label={searchTexts.open}
        aria-expanded={open}
        onClick={() => {
          setOpen(true);
          // After it is shown: what is hidden takes no focus.
          requestAnimationFrame(() => input.current?.focus());
        }}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden="true" />
      </button>
      <div className={classes.box}>
        <SearchField input={input} open={open} setOpen={setOpen} />
        <button
          type="button"
          className={classes.close}
          aria-label={searchTexts.close}
          onClick={() => setOpen(false)}
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

export default GlobalSearch;

type FieldProps = {
  input: React.RefObject<HTMLInputElement | null>;
  open: boolean;
  setOpen: (open: boolean) => void;
};

function SearchField({ input, open, setOpen }: FieldProps) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), SEARCH_DELAY);
  const { data, isError, isFetching, refetch } = useQuery(searchQuery(q));
  const [active, setActive] = useState(-1);
  const groups = q === '' ? [] : (data ?? []);
  const flat = groups.flatMap(({ content }) => content);
  const shown = open && q !== '';
  const chosen = flat[active];

  const leave = () => {
    setOpen(false);
    setTyped('');
    setActive(-1);
  };
  const go = (path: string) => {
    leave();
    input.current?.blur();
    void navigate(path);
  };
  /** A person's card opens where one is; whoever is signed out goes to their page. */
  const choose = (one: Suggestion) => {
    const person = personOf(one);
    if (person && input.current && wishPerson(person, input.current)) leave();
    else go(pathOf(one));
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One place more than there are rows: the field itself.
      const places = flat.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && typed.trim()) {
      event.preventDefault();
      if (chosen) choose(chosen);
      else go(`/search?q=${encodeURIComponent(typed.trim())}`);
    } else if (event.key === 'Escape' && !shown && typed) {
      setTyped('');
    }
  }

  return (
    <search className={classes.field}>
      <IconSearch size={18} stroke={1.75} aria-hidden="true" className={classes.glass} />
      <input
        ref={input}
        type="search"
        role="combobox"
        className={classes.input}
        aria-label={searchTexts.label}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${active}` : undefined}
        placeholder={searchTexts.placeholder}
        autoComplete="off"
        value={typed}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <span className={hidden.spoken} role="status">
        {shown && !isFetching && (isError ? searchTexts.failed : searchTexts.count(flat.length))}
      </span>
      {shown && (
        <div className={classes.panel}>
          <div id={`${id}-list`} role="listbox" aria-label={searchTexts.results}>
            <SuggestionGroups
              groups={groups}
              active={active}
              optionId={(index) => `${id}-${index}`}
              onChoose={choose}
            />
          </div>
          {isError && (
            <>
              <p className={classes.note} aria-hidden="true">
                {searchTexts.failed}
              </p>
              <button
                type="button"
                className={classes.all}
                aria-disabled={isFetching}
                onClick={() => {
                  if (!isFetching) void refetch();
                  input.current?.focus();
                }}
              >
                {errorTexts.retry}
              </button>
            </>
          )}
          {!isError && !isFetching && flat.length === 0 && (
            <p className={classes.note}>{searchTexts.none(q)}</p>
          )}
          {flat.length > 0 && (
            <button
              type="button"
              tabIndex={-1}
              className={classes.all}
              onClick={() => go(`/search?q=${encodeURIComponent(q)}`)}
            >
              {searchTexts.all(q)}
            </button>
          )}
        </div>
      )}
    </search>
  );
}
