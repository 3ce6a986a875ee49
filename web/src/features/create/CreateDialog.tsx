import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Membership, User } from '@/api/types.ts';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { useActiveContext } from '@/features/context/index.ts';
import { useModal } from '@/hooks/useModal.ts';
import { useLayer } from '@/lib/layers.ts';
import { usePreferences } from '@/lib/preferences.ts';
import { STAY } from '@/lib/stay.ts';
import { createTexts } from '@/texts/create.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { CreatorChoice } from './CreatorChoice.tsx';
import classes from './create.module.css';
import { OptionList } from './OptionList.tsx';
import { type CreateContext, type CreateOption, createOptions } from './options.ts';
import { creators, defaultCreator, optionGroups } from './rules.ts';

export const SEARCH_DELAY = 100;
/** The feed needs a moment to be there before it can hear what is wanted. */
export const POST_DELAY = 100;

export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const { data: organisations } = useQuery(myEntitiesQuery);
  if (!me || !organisations) return null;
  return <Palette me={me} organisations={organisations} onClose={onClose} />;
}

type PaletteProps = { me: User; organisations: readonly Membership[]; onClose: () => void };

function Palette({ me, organisations, onClose }: PaletteProps) {
  const dialog = useModal();
  useLayer(onClose);
  const navigate = useNavigate();
  const id = useId();
  const active = useActiveContext();
  const [creator, setCreator] = useState(() => defaultCreator(active, me, organisations));
  const [choosing, setChoosing] = useState(false);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, SEARCH_DELAY);
  const [selected, setSelected] = useState(0);
  const { singleKeyShortcuts } = usePreferences();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const groups = optionGroups(createOptions, creator, q);
  const flat = groups.flatMap(({ options }) => options);
  const at = Math.min(selected, flat.length - 1);

  // Single keys choose at once; whoever has turned them off begins by searching.
  useEffect(() => {
    if (singleKeyShortcuts) list.current?.focus();
    else field.current?.focus();
  }, [singleKeyShortcuts]);

  function run(option: CreateOption | undefined) {
    if (!option) return;
    onClose();
    option.action(creator, {
      navigate: (path) => void navigate(path, { state: STAY }),
      later: (what) => setTimeout(what, POST_DELAY),
    });
  }

  function choose(next: CreateContext) {
    setCreator(next);
    setSelected(0);
    setChoosing(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || choosing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && flat.length > 0) {
      event.preventDefault();
      setSelected((at + step + flat.length) % flat.length);
      return;
    }
    const onControl = event.target instanceof HTMLButtonElement;
    if (event.key === 'Enter' && !onControl) {
      event.preventDefault();
      run(flat[at]);
      return;
    }
    const writing = event.target === field.current;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || writing || [...event.key].length !== 1) return;
    const option = flat.find(({ shortcut }) => shortcut === event.key.toLocaleLowerCase('sv'));
    if (option && singleKeyShortcuts) {
      event.preventDefault();
      run(option);
    } else if (/[\p{L}\p{N}]/u.test(event.key)) {
      // Any other letter begins a search.
      field.current?.focus();
    }
  }

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        if (choosing) setChoosing(false);
        else onClose();
      }}
      // Also where the browser closes it without asking.
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className={classes.sheet}>
        <div className={classes.head}>
          <h2 id={`${id}-title`}>{createTexts.title}</h2>
          <CreatorChoice
            creators={creators(me, organisations)}
            creator={creator}
            open={choosing}
            setOpen={setChoosing}
            onChoose={choose}
          />
          <button
            type="button"
            className={classes.close}
            aria-label={dialogTexts.close}
            onClick={onClose}
          >
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <div className={classes.search}>
          <IconSearch size={18} stroke={1.75} aria-hidden="true" />
          <input
            ref={field}
            type="search"
            role="combobox"
            aria-label={createTexts.search}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={flat[at] ? `${id}-${flat[at].id}` : undefined}
            placeholder={createTexts.placeholder}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setSelected(0);
            }}
          />
        </div>
        <OptionList
          id={id}
          list={list}
          groups={groups}
          selected={flat[at]}
          showKeys={singleKeyShortcuts}
          onHover={(option) => setSelected(flat.indexOf(option))}
          onChoose={run}
        />
        <p className={classes.hint} aria-hidden="true">
          <span>{createTexts.hint.open}</span>
          <span>{createTexts.hint.move}</span>
          <span>{createTexts.hint.choose}</span>
        </p>
      </div>
    </dialog>
  );
}
