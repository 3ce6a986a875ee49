import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isOpen } from '@/lib/due.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { taskQuery } from '../api.ts';
import { TASKS, targetPath, taskPath, tasksOfPath } from '../paths.ts';
import type { Target, Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import classes from './page.module.css';
import { Tick } from './Tick.tsx';
import common from './tasks.module.css';

type TaskHeadingProps = {
  task: Task;
  acts: TaskActs;
  edits: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

/** Where it belongs, its tick and title, and what can be done with the whole. */
export function TaskHeading({ task, acts, edits, onEdit, onRemove }: TaskHeadingProps) {
  const { abilities } = task;
  return (
    <header>
      <Ways task={task} />
      <div className={classes.heading} data-done={isOpen(task) ? undefined : ''}>
        <Tick task={task} onTick={acts.tick} />
        <h1 tabIndex={-1} dir="auto">
          {task.txTitle}
        </h1>
        {!edits && (
          <div className={classes.tools}>
            {abilities.edit && (
              <Button id="edit-task" variant="default" onClick={onEdit}>
                {texts.edit}
              </Button>
            )}
            {abilities.delete && (
              <Button variant="default" onClick={onRemove}>
                {texts.remove}
              </Button>
            )}
          </div>
        )}
      </div>
    </header>
  );
}

/** Back to what it is part of and what it is about. */
function Ways({ task: { idParent, target, entitySlug, entityName } }: { task: Task }) {
  const parent = useQuery({ ...taskQuery(idParent ?? 0), enabled: idParent !== null });
  return (
    <p className={common.ways}>
      {entitySlug ? (
        <Link to={tasksOfPath(entitySlug)}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
          {entityName}
        </Link>
      ) : (
        <Link to={TASKS}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
          {texts.toTasks}
        </Link>
      )}
      {idParent !== null && (
        <Link to={taskPath(idParent)}>{parent.data?.txTitle ?? texts.parent}</Link>
      )}
      {target && <About target={target} />}
    </p>
  );
}

function About({ target }: { target: Target }) {
  const path = targetPath(target);
  if (!path) return <span>{texts.aboutMessage}</span>;
  return <Link to={path}>{texts.about[target.kind]}</Link>;
}
