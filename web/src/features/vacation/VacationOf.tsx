import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { useManaged } from '@/features/context/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { vacationOfTexts as texts } from '@/texts/vacationManage.ts';
import { settingsQuery } from './api.ts';
import classes from './components/vacation.module.css';
import { vacationPath } from './paths.ts';

/** On an organisation's page: its staff's vacation, for staff alone. */
export default function VacationOf(props: SlotProps['organisation']) {
  return useSignedIn() ? <ForMembers {...props} /> : null;
}

function ForMembers({ id }: SlotProps['organisation']) {
  const { entitySlug } = useParams();
  const { known, all } = useManaged();
  const belongs = known?.some(({ idEntity }) => idEntity === id) ?? false;
  const { data } = useQuery({ ...settingsQuery(id), enabled: belongs });
  if (!entitySlug || !data) return null;
  const manages = all?.some(({ idEntity }) => idEntity === id) ?? false;
  return (
    <Card title={texts.title} id="semester">
      <p className={classes.links}>
        <Link to={vacationPath(entitySlug)}>{texts.mine}</Link>
        <Link to={vacationPath(entitySlug, 'year')}>{texts.year}</Link>
        {manages && <Link to={vacationPath(entitySlug, 'applications')}>{texts.applications}</Link>}
      </p>
    </Card>
  );
}
