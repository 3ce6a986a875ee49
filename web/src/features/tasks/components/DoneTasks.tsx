import { useState } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { taskTexts as texts } from '@/texts/tasks.ts';
import type { TasksOf } from '../api.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import { useTasks } from '../useTasks.ts';
import { TaskRow } from './TaskRow.tsx';
import classes from './tasks.module.css';

type DoneTasksProps = {
  of: TasksOf;
  acts: TaskActs;
  today: string;
  now: number;
  /** Which of them are shown. */
  fits: (task: Task) => boolean;
};

/** What is over, the last first; asked for when somebody unfolds it. */
export function DoneTasks({ of, acts, today, now, fits }: DoneTasksProps) {
  const [open, setOpen] = useState(false);
  const { query, tasks } = useTasks({ ...of, status: 'CLOSED' }, open);
  const latest = [...tasks]
    .filter(fits)
    .sort((a, b) => (b.completed ?? b.changed) - (a.completed ?? a.changed));
  return (
    <details
      className={classes.folded}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{texts.done}</summary>
      <div>
        {open && (
          <PagedList
            query={query}
            items={latest}
            keyOf={(task) => task.idTask}
            row={(task) => <TaskRow task={task} acts={acts} today={today} now={now} />}
            label={texts.done}
            className={classes.list}
            empty={<p className={classes.faint}>{texts.noneDone}</p>}
          />
        )}
      </div>
    </details>
  );
}
