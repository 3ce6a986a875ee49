import { taskRowTexts } from '@/texts/tasks.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import classes from './page.module.css';
import common from './tasks.module.css';

type ChecklistProps = { task: Task; acts: TaskActs };

/** What belongs to it, to be ticked one by one; two people tick different lines. */
export function Checklist({ task, acts }: ChecklistProps) {
  const { checklist, abilities } = task;
  if (checklist.length === 0) return null;
  const done = checklist.filter((one) => one.done).length;
  return (
    <section className={common.section} aria-labelledby="checklist">
      <h2 id="checklist">
        {texts.checklist}{' '}
        <span
          className={common.count}
          role="img"
          aria-label={taskRowTexts.checklist(done, checklist.length)}
        >
          {done}/{checklist.length}
        </span>
      </h2>
      <ul className={classes.lines}>
        {checklist.map((item) => (
          <li key={item.id}>
            <label className={classes.check}>
              <input
                type="checkbox"
                checked={item.done}
                disabled={!abilities.edit}
                onChange={({ currentTarget }) =>
                  void acts.check(task, item.id, currentTarget.checked)
                }
              />
              <span dir="auto">{item.text}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
