import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { myDayTexts as texts } from '@/texts/tasks.ts';
import { taskPath } from '../paths.ts';
import { type Line, spanWords } from '../timeline.ts';
import type { Reminder } from '../types.ts';
import { useReminderActs } from '../useReminderActs.ts';
import type { TaskActs } from '../useTaskActs.ts';
import classes from './day.module.css';
import { TaskRow } from './TaskRow.tsx';

type DayLineProps = { line: Line; acts: TaskActs; today: string; now: number };

/** One thing of a day, with when it is before it. */
export function DayLine({ line, acts, today, now }: DayLineProps) {
  return (
    <div className={classes.entry} data-kind={line.kind}>
      <p className={classes.when}>{spanWords(line) || texts.wholeDay}</p>
      {line.kind === 'entry' && (
        <Link className={classes.what} to={line.entry.path}>
          <span className={classes.name}>{line.entry.title}</span>
          {line.entry.about && <span className={classes.about}>{line.entry.about}</span>}
        </Link>
      )}
      {line.kind === 'task' && (
        <TaskRow task={line.task} acts={acts} today={today} now={now} timed />
      )}
      {line.kind === 'reminder' && <Rings reminder={line.reminder} now={now} />}
    </div>
  );
}

const FIRED = 1;

/** A reminder; once it has rung it is acknowledged or put off. */
function Rings({ reminder, now }: { reminder: Reminder; now: number }) {
  const { txTitle, idTask, status } = reminder;
  const { acknowledge, snooze } = useReminderActs();
  return (
    <div className={classes.what}>
      <Link to={taskPath(idTask)} className={classes.reminder}>
        <IconBell size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.name}>{texts.reminder(txTitle)}</span>
      </Link>
      {status === FIRED && (
        <span className={classes.buttons}>
          <Button
            size="sm"
            variant="light"
            aria-label={texts.acknowledgeName(txTitle)}
            onClick={() => acknowledge(reminder)}
          >
            {texts.acknowledge}
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label={texts.snoozeName(txTitle)}
            onClick={() => snooze(reminder, now)}
          >
            {texts.snooze}
          </Button>
        </span>
      )}
    </div>
  );
}
