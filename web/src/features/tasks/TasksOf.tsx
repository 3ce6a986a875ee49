import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { tasksOfTexts as texts } from '@/texts/tasks.ts';
import classes from './components/tasks.module.css';
import { actsFor } from './members.ts';
import { tasksOfPath } from './paths.ts';
import { useTasks } from './useTasks.ts';

type TasksOfProps = SlotProps['organisation'] | SlotProps['family'];

/** On an organisation's page, or a family's: how much there is to do, for who may act for it. */
export default function TasksOf({ id, ...more }: TasksOfProps) {
  const { entitySlug: shown } = useParams();
  const entitySlug = 'slug' in more ? more.slug : shown;
  const { data: mine } = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() });
  const isMine = mine?.some((one) => one.idEntity === id && actsFor(one)) ?? false;
  const { query, tasks } = useTasks({ entity: id, status: 'OPEN' }, isMine);
  if (!entitySlug || !isMine || !query.data) return null;
  return (
    <Card title={texts.card} id="uppgifter">
      <p className={classes.faint}>
        {tasks.length > 0 ? texts.open(tasks.length, query.hasNextPage) : texts.none}
      </p>
      <p className={classes.ways}>
        <Link to={tasksOfPath(entitySlug)}>{texts.all}</Link>
      </p>
    </Card>
  );
}
