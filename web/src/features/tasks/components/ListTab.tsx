import { useSearchParams } from 'react-router';
import { filtersIn, fits, isFiltered } from '../filters.ts';
import { useTaskActs } from '../useTaskActs.ts';
import { useClock, useTasks } from '../useTasks.ts';
import { DoneTasks } from './DoneTasks.tsx';
import { Gathered } from './Gathered.tsx';
import { QuickLine } from './QuickLine.tsx';
import { TaskFilters } from './TaskFilters.tsx';
import { TaskGroups } from './TaskGroups.tsx';
import classes from './tasks.module.css';

/** All that one has to do, by day; what is done below. */
export default function ListTab({ me }: { me: number }) {
  const [params] = useSearchParams();
  const filters = filtersIn(params);
  const acts = useTaskActs();
  const clock = useClock();
  const of = { user: me };
  const { query, tasks } = useTasks({ ...of, status: filters.status });
  const shown = tasks.filter((task) => fits(filters, task));
  return (
    <div className={classes.part}>
      <QuickLine first />
      <TaskFilters filters={filters} tasks={tasks} />
      <Gathered query={query} count={shown.length} filtered={isFiltered(filters)}>
        <TaskGroups tasks={shown} acts={acts} {...clock} />
      </Gathered>
      {filters.status === 'OPEN' && (
        <DoneTasks of={of} acts={acts} {...clock} fits={(task) => fits(filters, task)} />
      )}
    </div>
  );
}
