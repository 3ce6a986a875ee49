import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import hidden from '@/components/spoken.module.css';
import { toast } from '@/components/toast.ts';
import { dayWords } from '@/lib/due.ts';
import { todayHere } from '@/lib/zone.ts';
import { taskTexts, quickTexts as texts } from '@/texts/tasks.ts';
import { stacksKey, taskCalls } from '../api.ts';
import { putTask } from '../cache.ts';
import { describe } from '../line/describe.ts';
import { draftOf } from '../line/draft.ts';
import { LINE_MOST, readLine } from '../line/line.ts';
import type { TaskDraft } from '../types.ts';
import classes from './tasks.module.css';

const MOST = 200;

type QuickLineProps = {
  /** What every task made here has. */
  with?: Partial<TaskDraft>;
  /** When it is due where the line says nothing of it. */
  day?: string | undefined;
  /** The first thing that one does here. */
  first?: boolean;
};

/** One line makes a task: Enter adds it, and the next can be written at once. What is understood stands below. */
export function QuickLine({ with: given = {}, day, first = false }: QuickLineProps) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [added, setAdded] = useState('');
  /** The same words go out under the same key after a lost answer: they are one task. */
  const lost = useRef({ text: '', key: '' });
  /** What stands in the field, for an answer that comes later. */
  const written = useRef('');
  const write = (next: string) => {
    written.current = next;
    setText(next);
  };
  const draft = draftOf(text, Date.now(), day);
  const words = text.trim() ? describe(readLine(text, Date.now())) : '';
  const usual = day && text.trim() && draft.dueDate === day && !words;

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!draft.txTitle) return;
    if ([...draft.txTitle].length > MOST) return setError(texts.tooLong);
    const key = lost.current.text === text ? lost.current.key : crypto.randomUUID();
    write('');
    setError(null);
    setAdded('');
    try {
      const task = await taskCalls.create({ ...draft, ...given }, key);
      lost.current = { text: '', key: '' };
      putTask(client, task);
      setAdded(taskTexts.said.created(task.txTitle));
      if (given.idTaskStack) void client.invalidateQueries({ queryKey: stacksKey });
    } catch (failure) {
      lost.current = { text, key };
      // What was written stands there again, unless the next is being written.
      if (written.current !== '') {
        toast({ type: 'error', message: texts.failed(draft.txTitle, messageOf(failure)) });
        return;
      }
      write(text);
      setError(messageOf(failure));
    }
  }

  return (
    <form className={classes.quick} onSubmit={add} noValidate>
      <TextInput
        size="md"
        aria-label={texts.label}
        aria-describedby={`${id}-words`}
        placeholder={texts.placeholder}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={LINE_MOST}
        data-autofocus={first || undefined}
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          write(currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" size="md" variant="light" disabled={!draft.txTitle}>
        {texts.add}
      </Button>
      <p id={`${id}-words`} className={classes.understood} role="status">
        {words && texts.understood(words)}
        {usual && texts.on(dayWords(day, todayHere()))}
      </p>
      <span className={hidden.spoken} role="status">
        {added}
      </span>
    </form>
  );
}
