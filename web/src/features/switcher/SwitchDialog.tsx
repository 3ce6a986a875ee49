import { useDebouncedValue } from '@mantine/hooks';
import { IconHash, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import hidden from '@/components/spoken.module.css';
import { useOnline } from '@/hooks/useOnline.ts';
import { ANY, holdKeys, laterKeys, moveKeys, takeKeys } from '@/lib/typeAhead.ts';
import { switcherTexts as texts } from '@/texts/switcher.ts';
import { rank, type Target } from './rank.ts';
import { placeOf, recentPlaces, SWITCHER } from './recent.ts';
import classes from './switcher.module.css';
import { useTargets } from './useTargets.ts';

const PAUSE_MS = 150;

/** To a channel, a conversation or a person by the keyboard alone: words, ↑ ↓, Enter. */
export default function SwitchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const online = useOnline();
  const here = placeOf(useLocation().pathname);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim().replace(/^[#@]/u, ''), PAUSE_MS);
  const { targets, pending, lacking } = useTargets(asked);
  const [recent] = useState(recentPlaces);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  // Where one is, one does not go.
  const found = rank(
    targets.filter(({ key }) => key !== here),
    typed,
    recent,
  );
  const index = Math.min(chosen, found.length - 1);

  /** Enter came before there was anything to choose from. */
  const [hasty, setHasty] = useState(false);

  const go = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    // From here on the keys are meant for where it leads; a person's conversation only the server knows.
    const place = placeOf(target.path) ?? ANY;
    moveKeys(SWITCHER, place);
    holdKeys(place);
    void navigate(target.path);
  };
  useLayoutEffect(() => {
    const { text, chosen } = takeKeys(SWITCHER);
    setTyped(text);
    setHasty(chosen);
  }, []);
  const ready = hasty && !pending && asked === typed.trim().replace(/^[#@]/u, '');
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => {
      setHasty(false);
      // Nothing is found: what was meant for the choice stays where it is seen.
      if (found.length === 0) setTyped(typed + takeKeys(SWITCHER).text);
      else go(found[index]);
    });
    return () => clearTimeout(timer);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      setChosen((index + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      if (hasty) laterKeys(SWITCHER, '\n');
      else if (pending && found.length === 0) setHasty(true);
      else go(found[index]);
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className={classes.field}
        placeholder={texts.placeholder}
        aria-label={texts.placeholder}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found[index] && `${list}-${index}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        value={typed}
        onChange={(event) => {
          if (hasty) return laterKeys(SWITCHER, event.currentTarget.value.slice(typed.length));
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={hidden.spoken} role="status">
        {pending ? texts.searching : texts.found(found.length)}
      </p>
      <div role="listbox" id={list} className={classes.list} aria-label={texts.title}>
        {found.map((target, at) => (
          <Option
            key={target.key}
            id={`${list}-${at}`}
            target={target}
            chosen={at === index}
            onPoint={() => setChosen(at)}
            onPick={() => go(target)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.note}>{pending && online ? texts.searching : texts.nothing}</p>
      )}
      {(lacking || !online) && (
        <p className={classes.note} role="alert">
          {online ? texts.lacking : texts.offline}
        </p>
      )}
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  target: Target;
  chosen: boolean;
  onPoint: () => void;
  onPick: () => void;
}

function Option({ id, target, chosen, onPoint, onPick }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { kind, name, where, image } = target;
  const Icon = kind === 'private' ? IconLock : IconHash;
  const isChannel = kind === 'private' || kind === 'channel';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={chosen}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={onPick}
    >
      <span className={classes.picture}>
        {isChannel ? (
          <Icon size={18} aria-hidden="true" />
        ) : (
          <Avatar name={name} image={image} size={24} />
        )}
      </span>
      <span className={classes.name} dir="auto">
        {name}
      </span>
      <span className={classes.where} dir="auto">
        {where}
      </span>
    </div>
  );
}
