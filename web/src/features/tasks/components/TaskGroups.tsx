import { useId } from 'react';
import { taskTexts as texts } from '@/texts/tasks.ts';
import { grouped } from '../due.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import { Late } from './Late.tsx';
import { TaskRow } from './TaskRow.tsx';
import classes from './tasks.module.css';

type TaskGroupsProps = {
  tasks: readonly Task[];
  acts: TaskActs;
  today: string;
  now: number;
  /** Of one organisation: its name is said once. */
  alone?: boolean;
};

/** Open tasks by when they are due: what is late folded, then by day. */
export function TaskGroups({ tasks, acts, today, now, alone }: TaskGroupsProps) {
  const id = useId();
  return grouped(tasks, today).map(({ group, tasks: some }) =>
    group === 'late' ? (
      <Late key={group} tasks={some} acts={acts} today={today} now={now} />
    ) : (
      <section key={group} className={classes.section} aria-labelledby={`${id}-${group}`}>
        <h2 id={`${id}-${group}`}>
          {texts.groups[group]} <span className={classes.count}>{some.length}</span>
        </h2>
        <ul className={classes.list} aria-labelledby={`${id}-${group}`}>
          {some.map((task) => (
            <li key={task.idTask}>
              <TaskRow task={task} acts={acts} today={today} now={now} alone={alone ?? false} />
            </li>
          ))}
        </ul>
      </section>
    ),
  );
}
