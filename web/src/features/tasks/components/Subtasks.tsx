import { PagedList } from '@/area/PagedList.tsx';
import { isOpen } from '@/lib/due.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { byDue } from '../due.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import { useTasks } from '../useTasks.ts';
import { QuickLine } from './QuickLine.tsx';
import { TaskRow } from './TaskRow.tsx';
import common from './tasks.module.css';

type SubtasksProps = { task: Task; acts: TaskActs; today: string; now: number };

/** The tasks that it consists of, and the line that makes more. */
export function Subtasks({ task, acts, today, now }: SubtasksProps) {
  const { idTask, idEntity, subtasks, abilities } = task;
  const { query, tasks } = useTasks({ parent: idTask });
  if (!abilities.edit && subtasks.total === 0) return null;
  // Counted by what is seen, where all of them are.
  const isWhole = query.data !== undefined && !query.hasNextPage;
  const total = isWhole ? tasks.length : subtasks.total;
  const done = isWhole ? tasks.filter((one) => !isOpen(one)).length : subtasks.done;
  const inOrder = [...tasks].sort((a, b) => Number(!isOpen(a)) - Number(!isOpen(b)) || byDue(a, b));
  return (
    <section className={common.section} aria-labelledby="subtasks">
      <h2 id="subtasks">
        {texts.subtasks}{' '}
        {total > 0 && (
          <span className={common.count}>
            {done}/{total}
          </span>
        )}
      </h2>
      <PagedList
        query={query}
        items={inOrder}
        keyOf={(one) => one.idTask}
        row={(one) => <TaskRow task={one} acts={acts} today={today} now={now} alone />}
        label={texts.subtasks}
        className={common.list}
        empty={null}
      />
      {abilities.edit && (
        <QuickLine with={{ idParent: idTask, ...(idEntity !== null && { idEntity }) }} />
      )}
    </section>
  );
}
