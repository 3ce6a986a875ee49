import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { taskTexts as texts } from '@/texts/tasks.ts';
import { QuickLine } from './components/QuickLine.tsx';
import { TaskRow } from './components/TaskRow.tsx';
import classes from './components/tasks.module.css';
import { byDue } from './due.ts';
import { TASKS } from './paths.ts';
import { useTaskActs } from './useTaskActs.ts';
import { useClock, useTasks } from './useTasks.ts';

const FEW = 5;

/** On the start page: what there is to do next. */
export default function MyTasks() {
  const me = useMe()?.idUser;
  const acts = useTaskActs();
  const clock = useClock();
  const { query, tasks } = useTasks({ user: me ?? 0, status: 'OPEN' }, me !== undefined);
  return (
    <div className={classes.part}>
      <QuickLine />
      <PagedList
        query={{ ...query, hasNextPage: false }}
        items={[...tasks].sort(byDue).slice(0, FEW)}
        keyOf={(task) => task.idTask}
        row={(task) => <TaskRow task={task} acts={acts} {...clock} />}
        label={texts.mine}
        className={classes.list}
        empty={<p className={classes.faint}>{texts.none.title}</p>}
      />
      <p className={classes.ways}>
        <Link to={TASKS}>{texts.all}</Link>
      </p>
    </div>
  );
}
