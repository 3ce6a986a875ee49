import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { Page } from '@/components/Page.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { isSchool } from '@/lib/schools.ts';
import { hoursTexts, resourceTexts as texts } from '@/texts/bookingsManage.ts';
import { bookablesQuery } from './api.ts';
import { Hours } from './components/Hours.tsx';
import { HoursAhead } from './components/HoursAhead.tsx';
import classes from './components/manage.module.css';
import { NotManaged } from './components/Organisations.tsx';
import { locationsPath, resourcesPath } from './paths.ts';

/** /settings/opening-hours: when what an organisation has can be used, where nothing of it says otherwise; what that comes to. */
export default function HoursPage() {
  usePageTitle(hoursTexts.title);
  return (
    <Page title={hoursTexts.title}>
      <ForOrganisation managed>
        {(mine) => <HoursOfAll key={mine.idEntity} mine={mine} />}
      </ForOrganisation>
    </Page>
  );
}

function HoursOfAll({ mine }: { mine: Membership }) {
  const { idEntity } = mine;
  const { data, error, refetch } = useQuery(bookablesQuery(idEntity));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  if (!data.abilities.includes('MANAGE')) return <NotManaged />;
  return (
    <>
      <p className={classes.lead}>{hoursTexts.of(mine.entityName)}</p>
      <p className={classes.ways}>
        <Link to={resourcesPath(idEntity)}>{texts.back}</Link>
        <Link to={locationsPath(idEntity)}>{texts.locations}</Link>
      </p>
      <Hours of={{ kind: 'entities', id: idEntity }} idEntity={idEntity} />
      <HoursAhead idEntity={idEntity} school={isSchool(mine)} />
    </>
  );
}
