import { Button } from '@mantine/core';
import { IconCalendarCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Slot } from '@/area/Slot.tsx';
import { type DayFound, inSlot } from '@/area/slots.ts';
import { EmptyState, LoadingState } from '@/components/states.tsx';
import { isShown, plusDays } from '@/lib/days.ts';
import { dueDay } from '@/lib/due.ts';
import { STAY } from '@/lib/stay.ts';
import { errorTexts } from '@/texts/errors.ts';
import { myDayTexts as texts } from '@/texts/tasks.ts';
import { remindersQuery } from '../api.ts';
import { byDue, dayHeading, groupOf } from '../due.ts';
import { TASKS } from '../paths.ts';
import { timeline } from '../timeline.ts';
import { useTaskActs } from '../useTaskActs.ts';
import { useClock, useTasks } from '../useTasks.ts';
import { DayLine } from './DayLine.tsx';
import classes from './day.module.css';
import { Late } from './Late.tsx';
import { QuickLine } from './QuickLine.tsx';
import common from './tasks.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** One's own day as one line of time: what happens, what is booked, what is to be done, what one is reminded of. */
export function MyDay({ me }: { me: number }) {
  const [params] = useSearchParams();
  const { now, today } = useClock();
  const asked = params.get('dag') ?? '';
  const day = isShown(asked) ? asked : today;
  return <OfDay key={day} {...{ me, now, today, day }} />;
}

type OfDayProps = { me: number; now: number; today: string; day: string };

/** Open tasks of a day and those that are late: what is due first comes first, so the first page has most days whole. */
function useDayTasks(me: number, day: string, today: string) {
  const all = useTasks({ user: me, status: 'OPEN' });
  const last = [...all.tasks].sort(byDue).findLast((task) => dueDay(task) !== null);
  const reaches = !all.query.hasNextPage || (last && (dueDay(last) ?? '') > day);
  const lone = useTasks(
    { user: me, status: 'OPEN', from: day, to: day },
    all.query.data !== undefined && !reaches,
  );
  return {
    query: reaches ? all.query : lone.query,
    tasks: reaches ? all.tasks : lone.tasks,
    late: all.tasks.filter((task) => groupOf(task, today) === 'late').sort(byDue),
  };
}

function OfDay({ me, now, today, day }: OfDayProps) {
  const acts = useTaskActs();
  const { query, tasks, late } = useDayTasks(me, day, today);
  const reminders = useQuery(remindersQuery({ user: me }));
  const [found, setFound] = useState<Readonly<Record<string, DayFound>>>({});
  const tell = useCallback(
    (one: DayFound) => setFound((before) => ({ ...before, [one.source]: one })),
    [],
  );
  const others = Object.values(found);
  const lines = timeline(
    {
      entries: others.flatMap(({ entries }) => entries),
      tasks,
      reminders: reminders.data ?? [],
    },
    day,
    today,
  );
  const failures = [
    ...others.filter(({ failed }) => failed),
    ...(query.error ? [{ source: texts.tasks, retry: () => void query.refetch() }] : []),
    ...(reminders.error
      ? [{ source: texts.reminders, retry: () => void reminders.refetch() }]
      : []),
  ];
  const pending =
    query.isPending || others.some((one) => one.pending) || others.length < inSlot('myDay').length;
  return (
    <div className={common.part}>
      <Leaf day={day} today={today} />
      {day === today && <Late tasks={late} acts={acts} today={today} now={now} />}
      <QuickLine day={day} />
      <Slot name="myDay" props={{ day, tell }} />
      {failures.map(({ source, retry }) => (
        <p key={source} className={classes.failed} role="alert">
          {texts.failed(source)}
          <Button variant="subtle" size="sm" onClick={retry}>
            {errorTexts.retry}
          </Button>
        </p>
      ))}
      {lines.length > 0 && (
        <ul className={classes.line} aria-label={texts.line} aria-busy={pending}>
          {lines.map((line) => (
            <li key={line.key}>
              <DayLine line={line} acts={acts} today={today} now={now} />
            </li>
          ))}
        </ul>
      )}
      {lines.length === 0 && pending && failures.length === 0 && <LoadingState />}
      {lines.length === 0 && !pending && failures.length === 0 && (
        <EmptyState {...texts.nothing} icon={<IconCalendarCheck size={28} stroke={1.5} />} />
      )}
    </div>
  );
}

/** From day to day. */
function Leaf({ day, today }: { day: string; today: string }) {
  const to = (date: string) => ({
    to: date === today ? TASKS : `${TASKS}?dag=${date}`,
    state: STAY,
    preventScrollReset: true,
  });
  return (
    <nav className={classes.leaf} aria-label={texts.navigation}>
      <Link className={classes.step} aria-label={texts.previous} {...to(plusDays(day, -1))}>
        <IconChevronLeft {...icon} />
      </Link>
      <Link className={classes.step} aria-label={texts.next} {...to(plusDays(day, 1))}>
        <IconChevronRight {...icon} />
      </Link>
      <h2 className={classes.day} aria-live="polite">
        {dayHeading(day, today)}
      </h2>
      {day !== today && (
        <Link className={classes.today} {...to(today)}>
          {texts.today}
        </Link>
      )}
    </nav>
  );
}
