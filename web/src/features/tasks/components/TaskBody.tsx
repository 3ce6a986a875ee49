import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Comments } from '@/area/Comments.tsx';
import { Slot } from '@/area/Slot.tsx';
import { LongText } from '@/components/LongText.tsx';
import { LoadingState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { taskTexts } from '@/texts/tasks.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { askComments, beginComments, commentsKey, taskKey } from '../api.ts';
import { readDraft } from '../form.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import { useClock } from '../useTasks.ts';
import { Checklist } from './Checklist.tsx';
import { Facts } from './Facts.tsx';
import { HistoryOf } from './HistoryOf.tsx';
import classes from './page.module.css';
import { Reminders } from './Reminders.tsx';
import { Subtasks } from './Subtasks.tsx';
import common from './tasks.module.css';

const TaskEditor = lazy(async () => ({
  default: (await loadPart(() => import('./TaskEditor.tsx'))).TaskEditor,
}));

type TaskBodyProps = {
  task: Task;
  acts: TaskActs;
  /** What stands above it, with the way to edit while it is not edited. */
  heading: (edits: boolean, onEdit: () => void) => ReactNode;
};

/** All of a task, edited where it is read. */
export function TaskBody({ task, acts, heading }: TaskBodyProps) {
  const client = useQueryClient();
  const online = useOnline();
  const clock = useClock();
  // What was begun and not saved is what one came for.
  const [edits, setEdits] = useState(() => task.abilities.edit && readDraft(task.idTask) !== null);
  const close = () => {
    setEdits(false);
    requestAnimationFrame(() => document.getElementById('edit-task')?.focus());
  };
  return (
    <>
      {heading(edits, () => setEdits(true))}
      {!online && (
        <p className={common.offline} role="status">
          {taskTexts.offline}
        </p>
      )}
      {edits ? (
        <Suspense fallback={<LoadingState />}>
          <TaskEditor task={task} onClose={close} />
        </Suspense>
      ) : (
        <>
          <Facts task={task} acts={acts} {...clock} />
          <Slot
            name="taskPage"
            props={{
              idTask: task.idTask,
              idEntity: task.idEntity,
              idBoard: task.idBoard,
              mayEdit: task.abilities.edit,
              onMoved: () => void client.invalidateQueries({ queryKey: taskKey(task.idTask) }),
            }}
          />
          {task.txDescription.trim() && (
            <section className={common.section} aria-labelledby="task-text">
              <h2 id="task-text">{texts.description}</h2>
              <div className={classes.text}>
                <LongText text={task.txDescription} />
              </div>
            </section>
          )}
          <Checklist task={task} acts={acts} />
        </>
      )}
      <Subtasks task={task} acts={acts} {...clock} />
      <Reminders task={task} />
      <section className={common.section}>
        <Comments
          queryKey={commentsKey(task.idTask)}
          ask={(signal) => askComments(task.idTask, signal)}
          begin={() => beginComments(task.idTask)}
        />
      </section>
      <HistoryOf idTask={task.idTask} version={task.version} />
    </>
  );
}
