// The arrows of a select.
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import { capital, dateOf } from '@/lib/dates.ts';
import { dayWords, dueDay, dueWords, isLate } from '@/lib/due.ts';
import { repeatWords } from '@/lib/repeat.ts';
import { HOME_ZONE, todayHere } from '@/lib/zone.ts';
import { taskRowTexts, taskTexts } from '@/texts/tasks.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { taskPath } from '../paths.ts';
import type { Person, Task, TaskStatus } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import classes from './page.module.css';
import common from './tasks.module.css';

const STATUSES: TaskStatus[] = ['TODO', 'IN_PROGRESS', 'DONE', 'CANCELLED'];
const FACE = 24;

type FactsProps = { task: Task; acts: TaskActs; today: string; now: number };

/** What is known of a task, by name. Its status is changed here, at once. */
export function Facts({ task, acts, today, now }: FactsProps) {
  const { repeat, priority, labels, assignees, abilities, completed, idNext } = task;
  const due = dueWords(task, today);
  const late = isLate(task, now);
  return (
    <section className={classes.about} aria-label={texts.facts}>
      <dl className={classes.facts}>
        <dt>{texts.status}</dt>
        <dd>
          {abilities.edit ? (
            <NativeSelect
              className={classes.status}
              aria-label={texts.status}
              data={STATUSES.map((value) => ({ value, label: taskTexts.statuses[value] }))}
              value={task.status}
              onChange={({ currentTarget }) =>
                void acts.setStatus(task, currentTarget.value as TaskStatus)
              }
            />
          ) : (
            taskTexts.statuses[task.status]
          )}
        </dd>
        {due && (
          <Fact name={texts.due}>
            <span className={common.due} data-late={late || undefined}>
              {capital(due)}
              {late && `, ${taskRowTexts.late}`}
            </span>
          </Fact>
        )}
        {task.startDate && (
          <Fact name={texts.start}>{capital(dayWords(task.startDate, today))}</Fact>
        )}
        {repeat && (
          <Fact name={texts.repeat}>
            {repeatWords(repeat.rrule, dueDay(task) ?? today, task.timeZone ?? HOME_ZONE)}
            {repeat.from === 'COMPLETION' && `, ${texts.fromDone}`}
          </Fact>
        )}
        {priority > 0 && <Fact name={texts.priority}>{taskTexts.priorities[priority]}</Fact>}
        {labels.length > 0 && (
          <Fact name={texts.labels}>
            <ul>
              {labels.map((label) => (
                <li key={label} className={common.label}>
                  {label}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {assignees.length > 0 && (
          <Fact name={texts.assignees}>
            <ul>
              {assignees.map((one) => (
                <li key={one.id}>
                  <PersonName person={one} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {task.entityName && (
          <Fact name={texts.organisation}>
            {task.entitySlug ? (
              <Link to={`/${task.entitySlug}`}>{task.entityName}</Link>
            ) : (
              task.entityName
            )}
          </Fact>
        )}
      </dl>
      <p className={common.faint}>
        {texts.createdBy(task.createdBy.displayName, whenOf(task.created))}
        {completed !== null && ` · ${texts.completed(whenOf(completed))}`}
      </p>
      {idNext !== null && (
        <p className={common.ways}>
          <Link to={taskPath(idNext)}>{texts.next}</Link>
        </p>
      )}
    </section>
  );
}

/** Within a sentence: 'i dag', 'den 3 mars 2026'. */
function whenOf(at: number): string {
  const [day, today] = [todayHere(at), todayHere()];
  return day === today ? dayWords(day, today) : dateOf(new Date(at).toISOString());
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Somebody by name; a click opens their card. */
function PersonName({ person }: { person: Person }) {
  return (
    <button type="button" className={classes.person} data-person={person.id}>
      <Avatar name={person.displayName} image={person.avatar ?? null} size={FACE} />
      {person.displayName}
    </button>
  );
}
