import { Button } from '@mantine/core';
import { taskTexts, taskRowTexts as texts } from '@/texts/tasks.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import { TaskRow } from './TaskRow.tsx';
import classes from './tasks.module.css';

type LateProps = { tasks: readonly Task[]; acts: TaskActs; today: string; now: number };

/** What is late lies folded: it is known, and not what one begins a day with. */
export function Late({ tasks, acts, today, now }: LateProps) {
  if (tasks.length === 0) return null;
  const movable = tasks.filter(({ abilities }) => abilities.edit);
  return (
    <details className={classes.folded} data-late="">
      <summary>
        {taskTexts.groups.late} ({tasks.length})
      </summary>
      <div>
        {movable.length > 0 && (
          <Button
            variant="light"
            aria-label={texts.allToTodayName(movable.length)}
            onClick={() => acts.moveAll(movable, today)}
          >
            {texts.allToToday}
          </Button>
        )}
        <ul className={classes.list} aria-label={taskTexts.groups.late}>
          {tasks.map((task) => (
            <li key={task.idTask}>
              <TaskRow task={task} acts={acts} today={today} now={now} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
