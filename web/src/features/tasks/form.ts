/** A task as its form has it: days and times as they are typed, people by name. Pure. */
import { isDate, isTime } from '@/area/moments.ts';
import { noRepeat, type Repeat, repeatOf, ruleOf } from '@/lib/repeat.ts';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { clockAt, HOME_ZONE, momentAt, todayHere } from '@/lib/zone.ts';
import { taskFormTexts as texts } from '@/texts/tasksPage.ts';
import { fieldsOf } from './fold.ts';
import type { Person, Priority, Task, TaskChange, TaskRepeat } from './types.ts';

export type FormItem = {
  /** Of this form; one of the server has its id as well. */
  key: string;
  id?: number;
  text: string;
  done: boolean;
};

export type TaskForm = {
  title: string;
  description: string;
  priority: Priority;
  labels: string[];
  dueDate: string;
  /** '': a date alone. */
  dueTime: string;
  /** By whose clock the time is. */
  timeZone: string;
  startDate: string;
  people: Pick<Person, 'id' | 'displayName' | 'avatar'>[];
  checklist: FormItem[];
  repeat: Repeat;
  from: TaskRepeat['from'];
};

export const MOST = {
  title: 200,
  description: 10_000,
  labels: 10,
  label: 30,
  people: 20,
  items: 100,
};

export function formOf(task: Task): TaskForm {
  const zone = task.timeZone ?? HOME_ZONE;
  const wall = task.dueAt === null ? null : clockAt(task.dueAt, zone);
  const dueDate = wall?.date ?? task.dueDate ?? '';
  return {
    title: task.txTitle,
    description: task.txDescription,
    priority: task.priority,
    labels: task.labels,
    dueDate,
    dueTime: wall?.time ?? '',
    timeZone: zone,
    startDate: task.startDate ?? '',
    people: task.assignees.map(({ id, displayName, avatar }) => ({
      id,
      displayName,
      avatar: avatar ?? null,
    })),
    checklist: task.checklist.map(({ id, text, done }) => ({ key: `${id}`, id, text, done })),
    repeat: task.repeat ? repeatOf(task.repeat.rrule, dueDate || todayHere(), zone) : noRepeat,
    from: task.repeat?.from ?? 'SCHEDULE',
  };
}

export type Errors = Partial<Record<string, string>>;

/** What the form itself can tell; `typed`: what stands in the fields of days, which tell only of days that there are. */
export function checked(form: TaskForm, typed: { dueDate: string; startDate: string }): Errors {
  const wrong: Errors = {};
  if (!form.title.trim()) wrong.txTitle = texts.untitled;
  if (typed.dueDate && !isDate(typed.dueDate)) wrong.dueDate = texts.notADay;
  else if (form.dueTime && !typed.dueDate) wrong.dueDate = texts.timeAlone;
  if (form.dueTime && !isTime(form.dueTime)) wrong.dueTime = texts.notATime;
  if (typed.startDate && !isDate(typed.startDate)) wrong.startDate = texts.notADay;
  else if (typed.startDate && typed.dueDate && typed.startDate > typed.dueDate) {
    wrong.startDate = texts.startAfter;
  }
  if (form.repeat.freq !== 'NONE' && !typed.dueDate) wrong.repeat = texts.repeatNeedsDue;
  return wrong;
}

/** What is sent: of the task, whatever the form has no fields for stays as it was read. */
export function changeOf(form: TaskForm, task: Task, version: number): TaskChange {
  const { target, idParent } = fieldsOf(task);
  const { dueDate, dueTime, timeZone, startDate } = form;
  const rrule = dueDate ? ruleOf(form.repeat, dueDate) : null;
  return {
    version,
    txTitle: form.title.trim(),
    txDescription: form.description,
    priority: form.priority,
    labels: form.labels,
    assignees: form.people.map(({ id }) => id),
    checklist: form.checklist
      .filter(({ text }) => text.trim())
      .map(({ id, text, done }) => ({ ...(id !== undefined && { id }), text: text.trim(), done })),
    ...(dueDate && !dueTime && { dueDate }),
    ...(dueDate &&
      dueTime && {
        dueAt: Date.parse(momentAt({ date: dueDate, time: dueTime }, timeZone)),
        timeZone,
      }),
    ...(startDate && { startDate }),
    ...(rrule && { repeat: { rrule, from: form.from } }),
    ...(target && { target }),
    ...(idParent !== undefined && { idParent }),
  };
}

/** A label as it is kept; null: there is nothing to keep. */
export function labelOf(text: string, labels: readonly string[]): string | null {
  const label = text.trim().replace(/^#/, '').slice(0, MOST.label);
  return label && !labels.includes(label) && labels.length < MOST.labels ? label : null;
}

/** What is wrong by the server's names of fields, by those of the form. */
export const fieldOf = (name: string): string =>
  ({ dueAt: 'dueTime', timeZone: 'dueTime' })[name] ?? name.replace(/[.[].*$/, '');

/** What somebody has begun to write of a task, on this device: a reload takes nothing away. */
export type Draft = { form: TaskForm; version: number };
const keyOf = (idTask: number) => `${PERSONAL}task:${idTask}`;

export function readDraft(idTask: number): Draft | null {
  try {
    const kept = JSON.parse(readStored(keyOf(idTask)) ?? 'null') as Draft | null;
    const isWhole =
      typeof kept?.version === 'number' &&
      typeof kept.form?.title === 'string' &&
      typeof kept.form.repeat?.freq === 'string' &&
      [kept.form.labels, kept.form.people, kept.form.checklist].every(Array.isArray);
    return isWhole ? kept : null;
  } catch {
    return null;
  }
}

export const keepDraft = (idTask: number, draft: Draft | null): void =>
  writeStored(keyOf(idTask), draft && JSON.stringify(draft));
