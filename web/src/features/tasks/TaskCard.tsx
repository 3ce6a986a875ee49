import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { CardFrame } from '@/area/CardFrame.tsx';
import { isOpen } from '@/lib/due.ts';
import { cardTexts } from '@/texts/cards.ts';
import { taskTexts } from '@/texts/tasks.ts';
import { taskCardTexts as texts } from '@/texts/tasksChat.ts';
import { taskQuery } from './api.ts';
import card from './card.module.css';
import { About, Faces } from './components/TaskRow.tsx';
import { Tick } from './components/Tick.tsx';
import type { Held } from './fold.ts';
import { useTasksLive } from './live.ts';
import { taskPath } from './paths.ts';
import type { Task, TaskStatus } from './types.ts';
import { useTaskActs } from './useTaskActs.ts';
import { useClock } from './useTasks.ts';

/** A task within a message, as it is now and as far as one may see it; it can be ticked there. */
export default function TaskCard({ id }: { id: string }) {
  const idTask = Number(id);
  const isTask = Number.isSafeInteger(idTask) && idTask > 0;
  useTasksLive();
  const { data, error } = useQuery({ ...taskQuery(idTask), enabled: isTask, retry: false });
  const task: Held | undefined = data;
  const isGone = !isTask || task?.gone || (error instanceof ApiError && error.status === 404);
  return (
    <CardFrame
      icon={<IconChecklist size={20} stroke={1.75} aria-hidden="true" />}
      kind={cardTexts.task}
      error={isGone ? texts.gone : task ? null : error}
      loading={!task}
    >
      {task && <Told task={task} />}
    </CardFrame>
  );
}

/** Said there as everywhere; in a message the others are as well. */
const ABOUT_SAYS: readonly TaskStatus[] = ['IN_PROGRESS', 'CANCELLED'];

function Told({ task }: { task: Task }) {
  const { today, now } = useClock();
  const acts = useTaskActs();
  return (
    <div className={card.card} data-done={isOpen(task) ? undefined : ''}>
      <Tick task={task} onTick={acts.tick} />
      <div className={card.what}>
        <Link to={taskPath(task.idTask)} dir="auto">
          {task.txTitle}
        </Link>
        {!ABOUT_SAYS.includes(task.status) && <span>{taskTexts.statuses[task.status]}</span>}
        <About task={task} today={today} now={now} />
      </div>
      <Faces people={task.assignees} />
    </div>
  );
}
