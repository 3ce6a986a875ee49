import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { currentTask, taskCalls, tasksKey } from './api.ts';
import { putTask } from './cache.ts';
import {
  changeOf,
  checked,
  type Errors,
  fieldOf,
  formOf,
  keepDraft,
  readDraft,
  type TaskForm,
} from './form.ts';
import type { Task } from './types.ts';

/** A task while it is edited: what stands in the form, what is wrong with it, what somebody else has changed meanwhile. */
export function useTaskEditor(first: Task, onDone: (task: Task) => void) {
  const client = useQueryClient();
  const { idTask } = first;
  const [kept] = useState(() => readDraft(idTask));
  const [task, setTask] = useState(first);
  const [form, setForm] = useState(kept?.form ?? formOf(first));
  /** The version that what is written began with. */
  const [version, setVersion] = useState(kept?.version ?? first.version);
  const [restored, setRestored] = useState(kept !== null);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [theirs, setTheirs] = useState<Task | null>(null);
  /** Days were set from outside their fields, which then begin anew. */
  const [anew, setAnew] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  function fail(wrong: Errors, words: string | null) {
    flushSync(() => {
      setErrors(wrong);
      setMessage(words);
    });
    const name = Object.keys(wrong).find((field) => wrong[field]);
    const field = name ? element.current?.elements.namedItem(name) : null;
    if (field instanceof HTMLElement) field.focus();
    else element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }

  function refused(error: unknown) {
    const current = currentTask(error);
    if (current) return setTheirs(current);
    if (!(error instanceof ApiError)) return fail({}, messageOf(error));
    const wrong = Object.fromEntries(
      error.errors.map(({ field, message: words }) => [fieldOf(field), words]),
    );
    const isShown = Object.keys(wrong).some((name) => element.current?.elements.namedItem(name));
    fail(wrong, isShown ? null : [...new Set([error.message, ...Object.values(wrong)])].join(' '));
  }

  async function send(by: number, of = task) {
    setPending(true);
    setErrors({});
    setMessage(null);
    try {
      const saved = await taskCalls.change(idTask, changeOf(form, of, by));
      keepDraft(idTask, null);
      putTask(client, saved);
      void client.invalidateQueries({ queryKey: tasksKey });
      onDone(saved);
    } catch (error) {
      refused(error);
    } finally {
      setPending(false);
    }
  }

  function begin(now: Task) {
    keepDraft(idTask, null);
    setTask(now);
    setForm(formOf(now));
    setVersion(now.version);
    setRestored(false);
    setErrors({});
    setMessage(null);
    setAnew((n) => n + 1);
  }

  return {
    form,
    errors,
    message,
    pending,
    restored,
    anew,
    element,
    theirs,
    /** Of whom it is, by whom it can be done. */
    task,
    change(patch: Partial<TaskForm>) {
      const next = { ...form, ...patch };
      setForm(next);
      keepDraft(idTask, { form: next, version });
    },
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      if (pending) return;
      const values = new FormData(event.currentTarget);
      const typed = (name: string) => String(values.get(name) ?? '').trim();
      const wrong = checked(form, { dueDate: typed('dueDate'), startDate: typed('startDate') });
      if (Object.keys(wrong).length > 0) return fail(wrong, null);
      void send(version);
    },
    forget: () => keepDraft(idTask, null),
    startOver: () => begin(first),
    keepMine() {
      if (!theirs) return;
      setTheirs(null);
      setTask(theirs);
      setVersion(theirs.version);
      keepDraft(idTask, { form, version: theirs.version });
      void send(theirs.version, theirs);
    },
    takeTheirs() {
      if (!theirs) return;
      putTask(client, theirs);
      begin(theirs);
      setTheirs(null);
    },
    leaveIt: () => setTheirs(null),
  };
}

export type TaskEditor = ReturnType<typeof useTaskEditor>;
