import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '@/components/Page.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { hoursTexts, resourceTexts as texts } from '@/texts/bookingsManage.ts';
import { bookablesQuery } from './api.ts';
import { Hours } from './components/Hours.tsx';
import classes from './components/manage.module.css';
import { NotManaged, Organisations } from './components/Organisations.tsx';
import { resourcesPath } from './paths.ts';
import { useOrganisation } from './useOrganisation.ts';

/** /settings/resources/hours?organization=3: when what an organisation has can be used, where nothing of it says otherwise. */
export default function HoursPage() {
  const { id, mine, ...others } = useOrganisation();
  return id ? (
    <HoursOfAll key={id} id={id} name={mine?.entityName} />
  ) : (
    <Organisations {...others} />
  );
}

function HoursOfAll({ id, name }: { id: number; name: string | undefined }) {
  const { data, error, refetch } = useQuery(bookablesQuery(id));
  const title = name ? hoursTexts.ofAll(name) : hoursTexts.title;
  usePageTitle(title);
  if (!data) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  if (!data.abilities.includes('MANAGE')) return <NotManaged />;
  return (
    <Page title={title} links={<Link to={resourcesPath(id)}>{texts.back}</Link>}>
      <p className={classes.lead}>{hoursTexts.lead}</p>
      <Hours of={{ kind: 'entities', id }} idEntity={id} />
    </Page>
  );
}
