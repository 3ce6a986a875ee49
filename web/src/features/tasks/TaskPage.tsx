import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { TaskBody } from './components/TaskBody.tsx';
import { TaskHeading } from './components/TaskHeading.tsx';
import common from './components/tasks.module.css';
import { useTasksLive } from './live.ts';
import { TASKS } from './paths.ts';
import type { Task } from './types.ts';
import { useTask } from './useTask.ts';
import { useTaskActs } from './useTaskActs.ts';

/** /uppgifter/{idTask}: one task, edited where it is read. */
export default function TaskPage() {
  const { task, isAbsent, error, refetch } = useTask(Number(useParams().idTask));
  usePageTitle(task?.txTitle ?? texts.task);
  useTasksLive();
  if (isAbsent) return <Absent />;
  if (task) return <Shown key={task.idTask} task={task} />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Absent() {
  return (
    <EmptyState page {...texts.gone} icon={<IconChecklist size={28} stroke={1.5} />}>
      <Button component={Link} to={TASKS}>
        {texts.toTasks}
      </Button>
    </EmptyState>
  );
}

function Shown({ task }: { task: Task }) {
  const navigate = useNavigate();
  const acts = useTaskActs();
  return (
    <article className={common.page}>
      <TaskBody
        task={task}
        acts={acts}
        heading={(edits, onEdit) => (
          <TaskHeading
            task={task}
            acts={acts}
            edits={edits}
            onEdit={onEdit}
            onRemove={() => {
              void acts.remove(task);
              void navigate(TASKS);
            }}
          />
        )}
      />
    </article>
  );
}
