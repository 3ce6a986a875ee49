import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { SlotProps } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { useSignedIn } from '@/lib/session.ts';
import { bookablesOfTexts as texts } from '@/texts/bookings.ts';
import { bookablesQuery } from './api.ts';
import classes from './components/bookings.module.css';
import { billsPath, bookPath, dayPath, resourcesPath } from './paths.ts';
import { HIDDEN } from './status.ts';

/** On an organisation's page: that something can be booked there; nothing where nothing can, and one may change nothing about it. */
export default function BookablesOf({ id }: SlotProps['organisation']) {
  const { entitySlug } = useParams();
  const { data } = useQuery({ ...bookablesQuery(id), enabled: useSignedIn() });
  const shown = data?.content.filter(({ status }) => status !== HIDDEN) ?? [];
  const manages = data?.abilities.includes('MANAGE') ?? false;
  if (!entitySlug || !(manages || shown.length > 0)) return null;
  return (
    <Card title={texts.title} id="boka">
      {shown.length > 0 && <p className={classes.faint}>{texts.text(shown.length)}</p>}
      <p className={classes.ways}>
        {shown.length > 0 && <Link to={bookPath(entitySlug)}>{texts.book}</Link>}
        {manages && shown.length > 0 && <Link to={dayPath(entitySlug)}>{texts.day}</Link>}
        {manages && shown.length > 0 && <Link to={billsPath(entitySlug)}>{texts.bills}</Link>}
        {manages && (
          <Link to={resourcesPath(id)}>{shown.length > 0 ? texts.manage : texts.first}</Link>
        )}
      </p>
    </Card>
  );
}
