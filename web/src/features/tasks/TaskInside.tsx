import { Button } from '@mantine/core';
import type { TaskShown } from '@/area/slots.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { TaskBody } from './components/TaskBody.tsx';
import { Tick } from './components/Tick.tsx';
import classes from './inside.module.css';
import { useTasksLive } from './live.ts';
import type { Task } from './types.ts';
import { useTask } from './useTask.ts';
import { useTaskActs } from './useTaskActs.ts';

/** A task within something else, which says its title. */
export default function TaskInside({ idTask, onGone }: TaskShown) {
  const { task, isAbsent, error, refetch } = useTask(idTask);
  useTasksLive();
  if (isAbsent) return <EmptyState {...texts.gone} />;
  if (task) return <Inside key={task.idTask} task={task} onGone={onGone} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Inside({ task, onGone }: { task: Task; onGone: () => void }) {
  const acts = useTaskActs();
  const { edit, delete: removes } = task.abilities;
  return (
    <article className={classes.inside}>
      <TaskBody
        task={task}
        acts={acts}
        heading={(edits, onEdit) => (
          <div className={classes.tools}>
            <Tick task={task} onTick={acts.tick} />
            {!edits && edit && (
              <Button id="edit-task" variant="default" onClick={onEdit}>
                {texts.edit}
              </Button>
            )}
            {!edits && removes && (
              <Button
                variant="default"
                onClick={() => {
                  void acts.remove(task);
                  onGone();
                }}
              >
                {texts.remove}
              </Button>
            )}
          </div>
        )}
      />
    </article>
  );
}
