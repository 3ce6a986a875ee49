import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Entity } from '@/api/types.ts';
import { Slot } from '@/area/Slot.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { taskTexts, tasksOfTexts as texts } from '@/texts/tasks.ts';
import { DoneTasks } from './components/DoneTasks.tsx';
import { Gathered } from './components/Gathered.tsx';
import { QuickLine } from './components/QuickLine.tsx';
import { TaskFilters } from './components/TaskFilters.tsx';
import { TaskGroups } from './components/TaskGroups.tsx';
import { TaskRow } from './components/TaskRow.tsx';
import classes from './components/tasks.module.css';
import { filtersIn, fits, isFiltered } from './filters.ts';
import { useTasksLive } from './live.ts';
import { actsFor, byPerson } from './members.ts';
import { tasksOfPath } from './paths.ts';
import type { Task } from './types.ts';
import { type TaskActs, useTaskActs } from './useTaskActs.ts';
import { useClock, useTasks } from './useTasks.ts';

const VIEWS = ['dag', 'person', 'klart'] as const;

const DonePlot = lazy(() => loadPart(() => import('./components/DonePlot.tsx')));

/** /{organisation}/uppgifter: what there is to do there, by day, or with ?visa=person by who is to do it, with ?visa=klart how much is done. */
export default function TasksOfPage() {
  const { entitySlug = '' } = useParams();
  const entity = useQuery(entityQuery(entitySlug));
  const mine = useQuery(myEntitiesQuery);
  usePageTitle(entity.data ? taskTexts.of(entity.data.entityName) : taskTexts.title);
  const error = entity.error ?? mine.error;
  if (entity.data && mine.data) {
    const { idEntity } = entity.data;
    return mine.data.some((one) => one.idEntity === idEntity && actsFor(one)) ? (
      <Of key={idEntity} entity={entity.data} />
    ) : (
      <EmptyState page {...texts.noAccess} icon={<IconChecklist size={28} stroke={1.5} />}>
        <Button component={Link} to={`/${entitySlug}`}>
          {texts.toOrganisation}
        </Button>
      </EmptyState>
    );
  }
  if (!error) return <LoadingState />;
  const retry = () => void Promise.all([entity.refetch(), mine.refetch()]);
  return <ErrorState page error={error} onRetry={retry} />;
}

function Of({ entity: { idEntity, entityName, entitySlug } }: { entity: Entity }) {
  const [params] = useSearchParams();
  useTasksLive();
  const view = VIEWS.find((one) => one === params.get('visa')) ?? 'dag';
  const of = { entity: idEntity };
  const path = tasksOfPath(entitySlug);
  return (
    <div className={classes.page} data-tour="area">
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {taskTexts.of(entityName)}
        </h1>
        <p className={classes.links}>
          <Link to={`/${entitySlug}`}>{entityName}</Link>
          <Slot name="tasks" props={{ idEntity }} />
        </p>
      </div>
      <PageTabs
        label={texts.views}
        path={(one) => (one === 'dag' ? path : `${path}?visa=${one}`)}
        names={VIEWS}
        texts={texts.view}
        current={view}
      />
      <OfflineNote text={taskTexts.offline} />
      {view === 'klart' ? (
        <Suspense fallback={<LoadingState />}>
          <DonePlot of={of} />
        </Suspense>
      ) : (
        <ToDo idEntity={idEntity} view={view} />
      )}
    </div>
  );
}

/** What there is to do, by day or by person, and below it what is over. */
function ToDo({ idEntity, view }: { idEntity: number; view: 'dag' | 'person' }) {
  const [params] = useSearchParams();
  const acts = useTaskActs();
  const clock = useClock();
  const filters = filtersIn(params);
  const of = { entity: idEntity };
  const { query, tasks } = useTasks({ ...of, status: filters.status });
  const shown = tasks.filter((task) => fits(filters, task));
  return (
    <>
      <QuickLine with={{ idEntity }} />
      <TaskFilters filters={filters} tasks={tasks} ofOne />
      <Gathered query={query} count={shown.length} filtered={isFiltered(filters)}>
        {view === 'person' ? (
          <People tasks={shown} acts={acts} {...clock} />
        ) : (
          <TaskGroups tasks={shown} acts={acts} {...clock} alone />
        )}
      </Gathered>
      {filters.status === 'OPEN' && (
        <DoneTasks of={of} acts={acts} {...clock} fits={(task) => fits(filters, task)} />
      )}
    </>
  );
}

type PeopleProps = { tasks: readonly Task[]; acts: TaskActs; today: string; now: number };

function People({ tasks, acts, today, now }: PeopleProps) {
  return byPerson(tasks).map(({ person, tasks: some }) => {
    const id = `of-${person?.id ?? 'nobody'}`;
    return (
      <section key={id} className={classes.section} aria-labelledby={id}>
        <h2 id={id} className={classes.person}>
          {person && <Avatar name={person.displayName} image={person.avatar ?? null} size={28} />}
          {person?.displayName ?? texts.nobody} <span className={classes.count}>{some.length}</span>
        </h2>
        <ul className={classes.list} aria-labelledby={id}>
          {some.map((task) => (
            <li key={task.idTask}>
              <TaskRow task={task} acts={acts} today={today} now={now} alone />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
