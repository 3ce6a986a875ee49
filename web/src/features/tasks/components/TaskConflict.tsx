import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import { repeatWords, ruleOf } from '@/lib/repeat.ts';
import { taskTexts } from '@/texts/tasks.ts';
import { taskFormTexts, taskPageTexts, taskConflictTexts as texts } from '@/texts/tasksPage.ts';
import { formOf, type TaskForm } from '../form.ts';
import type { Task } from '../types.ts';
import classes from './editor.module.css';

type TaskConflictProps = {
  mine: TaskForm;
  theirs: Task;
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
};

function repeats({ repeat, dueDate, timeZone, from }: TaskForm): string {
  if (!dueDate || repeat.freq === 'NONE') return '';
  const words = repeatWords(ruleOf(repeat, dueDate), dueDate, timeZone);
  return from === 'COMPLETION' ? `${words}, ${taskPageTexts.fromDone}` : words;
}

/** What a form says, field by field, as one reads it. */
const said = (form: TaskForm): [label: string, words: string][] => [
  [taskFormTexts.title, form.title],
  [taskFormTexts.description, form.description],
  [taskFormTexts.due, [form.dueDate, form.dueTime].filter(Boolean).join(' ')],
  [taskFormTexts.startDate, form.startDate],
  [taskFormTexts.priority, taskTexts.priorities[form.priority] ?? ''],
  [taskPageTexts.repeat, repeats(form)],
  [taskFormTexts.labels, form.labels.join(', ')],
  [taskFormTexts.assignees, form.people.map(({ displayName }) => displayName).join(', ')],
  [
    taskFormTexts.checklist,
    form.checklist
      .filter(({ text }) => text.trim())
      .map(({ text, done }) => `${done ? '☑' : '☐'} ${text.trim()}`)
      .join('\n'),
  ],
];

/** Somebody has changed the task meanwhile: both texts, and the choice; what is written stays until then. */
export function TaskConflict({ mine, theirs, onKeep, onTake, onClose }: TaskConflictProps) {
  const others = new Map(said(formOf(theirs)));
  const different = said(mine).filter(([label, words]) => others.get(label) !== words);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{different.length > 0 ? texts.text : texts.nothing}</p>
      {different.length > 0 && (
        <table className={classes.versions}>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.mine}</th>
              <th scope="col">{texts.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {different.map(([label, words]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{words || '–'}</td>
                <td>{others.get(label) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onClose}>
          {texts.leave}
        </Button>
        <Button variant="default" onClick={onTake}>
          {texts.takeTheirs}
        </Button>
        <Button onClick={onKeep}>{texts.keepMine}</Button>
      </div>
    </Dialog>
  );
}
