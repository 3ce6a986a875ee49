import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { tasksOfTexts as texts } from '@/texts/tasks.ts';
import classes from './components/tasks.module.css';
import { actsFor } from './members.ts';
import { tasksOfPath } from './paths.ts';
import { useTasks } from './useTasks.ts';

/** On an organisation's page, or a family's: how much there is to do, for who may act for it. */
export default function TasksOf({ id }: SlotProps['organisation']) {
  const { data: all } = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() });
  const mine = all?.find((one) => one.idEntity === id && actsFor(one));
  const { query, tasks } = useTasks({ entity: id, status: 'OPEN' }, mine !== undefined);
  if (!mine || !query.data) return null;
  return (
    <Card title={texts.card} id="uppgifter">
      <p className={classes.faint}>
        {tasks.length > 0 ? texts.open(tasks.length, query.hasNextPage) : texts.none}
      </p>
      <p className={classes.ways}>
        <Link to={tasksOfPath(mine.entitySlug)}>{texts.all}</Link>
      </p>
    </Card>
  );
}
