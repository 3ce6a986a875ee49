import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { inSlot, type TaskLine } from '@/area/slots.ts';
import { toast } from '@/components/toast.ts';
import { cardTexts as texts } from '@/texts/boards.ts';
import type { BoardList } from '../types.ts';
import { whyOf } from '../useBoardActs.ts';
import classes from './column.module.css';
import { useParts } from './context.ts';

const TITLE_MOST = 200;
const LINE_MOST = 300;

/** Until the reading of lines is there, a line is a title. */
const asTitle: TaskLine = (text) => ({ draft: { txTitle: text.trim() }, words: '' });

/** Made with the first line that is written, the same for all lists. */
let reading: Promise<TaskLine> | undefined;
const readLines = (): Promise<TaskLine> => {
  const [task] = inSlot('task');
  reading ??= task ? task.line().then(({ default: read }) => read) : Promise.resolve(asTitle);
  return reading.catch(() => {
    reading = undefined;
    return asTitle;
  });
};

/** The last card that is on its way, of all lists: they are made in the order in which they were written. */
let before: Promise<unknown> = Promise.resolve();

/** At the end of a list: a line makes a card, Enter adds it and the next can be written at once. */
export function QuickAdd({ list }: { list: BoardList }) {
  const { acts, say } = useParts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState<TaskLine>(() => asTitle);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [adding, setAdding] = useState<readonly { key: string; title: string }[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  /** The same words go out under the same key after a lost answer: they are one card. */
  const lost = useRef({ text: '', key: '' });
  const written = useRef('');
  const write = (next: string) => {
    written.current = next;
    setText(next);
  };
  const { draft, words } = read(text, Date.now());

  function begin() {
    flushSync(() => setOpen(true));
    input.current?.focus();
    input.current?.scrollIntoView({ block: 'nearest' });
    void readLines().then((reads) => setRead(() => reads));
  }
  function close() {
    flushSync(() => setOpen(false));
    write('');
    setError(null);
    opener.current?.focus();
  }

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const title = draft.txTitle;
    if (!title) return;
    if ([...title].length > TITLE_MOST) return setError(texts.tooLong);
    const key = lost.current.text === text ? lost.current.key : crypto.randomUUID();
    write('');
    setError(null);
    setAdding((held) => [...held, { key, title }]);
    const call = before.then(() => acts.add(list.idList, draft, key));
    before = call.catch(() => {});
    try {
      await call;
      lost.current = { text: '', key: '' };
      say(texts.added(title));
    } catch (failure) {
      const why = whyOf(failure, list.name);
      lost.current = { text, key };
      // What was written stands there again, unless the next is being written.
      if (written.current !== '') toast({ type: 'error', message: texts.notAdded(title, why) });
      else {
        write(text);
        setError(why);
      }
    } finally {
      setAdding((held) => held.filter((one) => one.key !== key));
    }
  }

  const waiting = adding.length > 0 && (
    <ul className={classes.adds}>
      {adding.map(({ key, title }) => (
        <li key={key} className={classes.adding}>
          {title} – {texts.adding}
        </li>
      ))}
    </ul>
  );
  if (!open) {
    return (
      <>
        {waiting}
        <button
          ref={opener}
          type="button"
          className={classes.add}
          aria-label={texts.addTo(list.name)}
          onClick={begin}
        >
          <IconPlus size={18} stroke={1.75} aria-hidden="true" />
          {texts.add}
        </button>
      </>
    );
  }
  return (
    <>
      {waiting}
      <form className={classes.form} onSubmit={add} noValidate>
        <TextInput
          ref={input}
          aria-label={texts.addTo(list.name)}
          aria-describedby={`${id}-words`}
          placeholder={texts.placeholder}
          autoComplete="off"
          enterKeyHint="enter"
          maxLength={LINE_MOST}
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            write(currentTarget.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.stopPropagation();
            close();
          }}
        />
        <p id={`${id}-words`} className={classes.understood} role="status">
          {words && texts.understood(words)}
        </p>
        <div className={classes.buttons}>
          <Button type="submit" size="sm" disabled={!draft.txTitle}>
            {texts.save}
          </Button>
          <Button size="sm" variant="subtle" onClick={close}>
            {texts.close}
          </Button>
        </div>
      </form>
    </>
  );
}
