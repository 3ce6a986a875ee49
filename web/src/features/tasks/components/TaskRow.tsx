import {
  IconBuildingCommunity,
  IconCalendarDue,
  IconDots,
  IconFlag3,
  IconListCheck,
  IconRepeat,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import hidden from '@/components/spoken.module.css';
import { capital } from '@/lib/dates.ts';
import { mondayOf, plusDays } from '@/lib/days.ts';
import { dueDay, dueWords, isLate, isOpen } from '@/lib/due.ts';
import { taskTexts, taskRowTexts as texts } from '@/texts/tasks.ts';
import { keepFocus } from '../keepFocus.ts';
import { taskPath } from '../paths.ts';
import type { Task } from '../types.ts';
import type { TaskActs } from '../useTaskActs.ts';
import { Tick } from './Tick.tsx';
import classes from './tasks.module.css';

const WEEK = 7;
const FEW_FACES = 3;
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type TaskRowProps = {
  task: Task;
  acts: TaskActs;
  today: string;
  now: number;
  /** Nothing of whose it is, where that is known. */
  alone?: boolean;
  /** Within its own day and at its time: only that it is late is said. */
  timed?: boolean;
  /** More to do with it, before all else of its menu. */
  more?: ReactNode;
};

/** A task in a list: its tick, what it is, and its menu. */
export function TaskRow({
  task,
  acts,
  today,
  now,
  alone = false,
  timed = false,
  more,
}: TaskRowProps) {
  return (
    <div className={classes.row} data-task={task.idTask} data-done={isOpen(task) ? undefined : ''}>
      <Tick task={task} onTick={acts.tick} />
      <div className={classes.what}>
        <Link to={taskPath(task.idTask)}>{task.txTitle}</Link>
        <About task={task} today={today} now={now} alone={alone} timed={timed} />
      </div>
      <Faces people={task.assignees} />
      <Dropdown
        className={classes.menu}
        name={texts.more(task.txTitle)}
        label={<IconDots size={20} stroke={1.75} aria-hidden="true" />}
      >
        {() => (
          <>
            {more}
            <Moves task={task} acts={acts} today={today} />
          </>
        )}
      </Dropdown>
    </div>
  );
}

type AboutProps = Pick<TaskRowProps, 'task' | 'today' | 'now' | 'alone' | 'timed'>;

/** When it is due, how much it presses, and what belongs to it; nothing where nothing is said. */
export function About({ task, today, now, alone, timed }: AboutProps) {
  const due = dueWords(task, today);
  const late = isLate(task, now);
  const done = task.checklist.filter((one) => one.done).length;
  const parts = task.checklist.length;
  return (
    <p className={classes.about}>
      {due && (late || !timed) && (
        <span className={classes.due} data-late={late || undefined}>
          <IconCalendarDue {...icon} />
          <span className={hidden.spoken}>{texts.due('')}</span>
          {capital(due)}
          {late && `, ${texts.late}`}
        </span>
      )}
      {task.repeat && (
        <span>
          <IconRepeat {...icon} />
          <span className={hidden.spoken}>{texts.repeats}</span>
        </span>
      )}
      {task.priority > 0 && (
        <span className={classes.priority} data-priority={task.priority}>
          <IconFlag3 {...icon} />
          <span className={hidden.spoken}>{texts.priority('')}</span>
          {taskTexts.priorities[task.priority]}
        </span>
      )}
      {task.status === 'IN_PROGRESS' && <span>{taskTexts.statuses.IN_PROGRESS}</span>}
      {task.status === 'CANCELLED' && <span>{taskTexts.statuses.CANCELLED}</span>}
      {parts > 0 && (
        <span>
          <IconListCheck {...icon} />
          <span className={hidden.spoken}>{texts.checklist(done, parts)}</span>
          <span aria-hidden="true">
            {done}/{parts}
          </span>
        </span>
      )}
      {task.entityName && !alone && (
        <span>
          <IconBuildingCommunity {...icon} />
          {task.entityName}
        </span>
      )}
      {task.labels.map((label) => (
        <span key={label} className={classes.label}>
          {label}
        </span>
      ))}
    </p>
  );
}

/** Whose it is to do. */
export function Faces({ people }: { people: Task['assignees'] }) {
  if (people.length === 0) return <span />;
  return (
    <span className={classes.faces}>
      <span className={hidden.spoken}>
        {texts.assignees(people.map(({ displayName }) => displayName).join(', '))}
      </span>
      {people.slice(0, FEW_FACES).map(({ id, displayName, avatar }) => (
        <Avatar key={id} name={displayName} image={avatar} size={26} />
      ))}
    </span>
  );
}

type MovesProps = Pick<TaskRowProps, 'task' | 'acts' | 'today'>;

/** What one click does besides its tick. */
export function Moves({ task, acts, today }: MovesProps) {
  const { abilities, status } = task;
  const day = dueDay(task);
  const days = [
    [today, texts.toToday],
    [plusDays(today, 1), texts.toTomorrow],
    [plusDays(mondayOf(today), WEEK), texts.nextWeek],
  ] as const;
  const item = (label: string, run: () => void) => (
    <button
      key={label}
      type="button"
      className={dropdownItem}
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        run();
      }}
    >
      {label}
    </button>
  );
  return (
    <>
      {abilities.edit &&
        isOpen(task) &&
        days
          .filter(([to], at) => to !== day && days.findIndex(([one]) => one === to) === at)
          .map(([to, label]) => item(label, () => acts.moveTo(task, to)))}
      {abilities.edit &&
        status === 'TODO' &&
        item(texts.start, () => acts.setStatus(task, 'IN_PROGRESS'))}
      {abilities.edit &&
        isOpen(task) &&
        item(texts.cancel, () => acts.setStatus(task, 'CANCELLED'))}
      {abilities.edit && !isOpen(task) && item(texts.reopen, () => acts.setStatus(task, 'TODO'))}
      {abilities.delete && item(texts.remove, () => acts.remove(task))}
    </>
  );
}
