import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { resourceTexts as texts } from '@/texts/bookingsManage.ts';
import { resourcesPath } from '../paths.ts';
import type { useOrganisation } from '../useOrganisation.ts';
import classes from './manage.module.css';

type OrganisationsProps = Pick<ReturnType<typeof useOrganisation>, 'all' | 'error' | 'refetch'>;

/** Which organisation, where the address does not say it. */
export function Organisations({ all, error, refetch }: OrganisationsProps) {
  usePageTitle(texts.title);
  if (!all) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  return (
    <Page title={texts.title}>
      {all.length === 0 ? (
        <EmptyState
          title={texts.noOrganisation.title}
          text={texts.noOrganisation.text}
          icon={<IconBuilding size={28} stroke={1.5} />}
        >
          <Button component={Link} to="/cre">
            {texts.noOrganisation.create}
          </Button>
        </EmptyState>
      ) : (
        <>
          <p className={classes.lead}>{texts.lead}</p>
          <h2>{texts.which}</h2>
          <ul className={classes.list}>
            {all.map(({ idEntity, entityName }) => (
              <li key={idEntity} className={classes.item}>
                <Link className={classes.itemName} to={resourcesPath(idEntity)}>
                  {entityName}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

/** For whoever has come to the bookables of an organisation that they do not manage. */
export function NotManaged() {
  return (
    <EmptyState page {...texts.noAccess} icon={<IconBuilding size={28} stroke={1.5} />}>
      <Button component={Link} to={resourcesPath()}>
        {texts.title}
      </Button>
    </EmptyState>
  );
}
