import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { administrationTexts as texts } from '@/texts/administration.ts';
import classes from './components/administration.module.css';
import { administers, adminPathOf } from './paths.ts';

/** On an organisation's page: the way to its administration, for those who may. */
export default function AdminCard(props: SlotProps['organisation']) {
  return useSignedIn() ? <ForAdministrators {...props} /> : null;
}

function ForAdministrators({ id, slug }: SlotProps['organisation']) {
  const { data } = useQuery(entityQuery(slug));
  if (!data || !administers(data)) return null;
  return (
    <Card title={texts.title} text={texts.cardText} id="administration">
      <p className={classes.links}>
        <Link to={adminPathOf(id, slug)}>{texts.card}</Link>
        <Link to={adminPathOf(id, slug, 'log')}>{texts.tabs.log}</Link>
      </p>
    </Card>
  );
}
