import { IconCheck } from '@tabler/icons-react';
import { isOpen } from '@/lib/due.ts';
import { taskRowTexts as texts } from '@/texts/tasks.ts';
import { keepFocus } from '../keepFocus.ts';
import type { Task } from '../types.ts';
import classes from './tasks.module.css';

type TickProps = { task: Task; onTick: (task: Task) => void };

/** Whether it is done; one click says so. */
export function Tick({ task, onTick }: TickProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button is hit by Enter as well, and is as large as a finger
    <button
      type="button"
      role="checkbox"
      className={classes.tick}
      aria-checked={isOpen(task) ? (task.status === 'IN_PROGRESS' ? 'mixed' : false) : true}
      aria-label={texts.tick(task.txTitle)}
      disabled={!task.abilities.edit}
      data-tick=""
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        onTick(task);
      }}
    >
      <span className={classes.circle}>
        {!isOpen(task) && <IconCheck size={16} stroke={3} aria-hidden="true" />}
      </span>
    </button>
  );
}
