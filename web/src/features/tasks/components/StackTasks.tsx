import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { dropdownItem } from '@/components/Dropdown.tsx';
import hidden from '@/components/spoken.module.css';
import { stackTexts as texts } from '@/texts/tasks.ts';
import { rankAfter, STEPS, type Step } from '../order.ts';
import type { WholeStack } from '../types.ts';
import type { useStackActs } from '../useStackActs.ts';
import { useTaskActs } from '../useTaskActs.ts';
import { useClock } from '../useTasks.ts';
import { TaskRow } from './TaskRow.tsx';
import common from './tasks.module.css';

type StackTasksProps = { stack: WholeStack; acts: ReturnType<typeof useStackActs> };

const stepOf = ({ altKey, key }: KeyboardEvent): Step | null => {
  if (!altKey) return null;
  return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
};

/** The tasks of a stack; each is moved by its menu, or by Alt and an arrow wherever the focus is in its row. */
export function StackTasks({ stack, acts }: StackTasksProps) {
  const { tasks, name } = stack;
  const clock = useClock();
  const taskActs = useTaskActs();
  const list = useRef<HTMLUListElement>(null);
  /** Whose row was moved: the browser takes the focus of what is put elsewhere. */
  const moved = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  const order = tasks.map(({ idTask }) => idTask).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has another order
  useLayoutEffect(() => {
    if (moved.current === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-task="${moved.current}"]`);
    if (row && !row.contains(document.activeElement)) {
      row.querySelector<HTMLElement>('[data-tick]')?.focus();
    }
    moved.current = null;
  }, [order]);
  // A word said twice is heard once.
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), 2_000);
    return () => clearTimeout(timer);
  }, [said]);

  function move(task: WholeStack['tasks'][number], step: Step) {
    const placed = acts.move(task.idTask, step);
    if (!placed) return;
    moved.current = task.idTask;
    setSaid(texts.moved(task.txTitle, ...placed));
  }

  return (
    <>
      <p className={`${common.faint} ${common.keys}`}>{texts.keys}</p>
      <ul ref={list} className={common.list} aria-label={texts.list(name)}>
        {tasks.map((task) => (
          <li
            key={task.idTask}
            onKeyDown={(event) => {
              const step = stepOf(event);
              if (!step) return;
              event.preventDefault();
              move(task, step);
            }}
          >
            <TaskRow
              task={task}
              acts={taskActs}
              {...clock}
              more={
                <>
                  {STEPS.filter((step) => rankAfter(tasks, task.idTask, step) !== null).map(
                    (step) => (
                      <button
                        key={step}
                        type="button"
                        className={dropdownItem}
                        onClick={() => move(task, step)}
                      >
                        {texts[step]}
                      </button>
                    ),
                  )}
                  <button type="button" className={dropdownItem} onClick={() => acts.take(task)}>
                    {texts.take}
                  </button>
                </>
              }
            />
          </li>
        ))}
      </ul>
      <p className={hidden.spoken} role="status">
        {said}
      </p>
    </>
  );
}
