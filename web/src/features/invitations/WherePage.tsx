import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useActing } from '@/features/context/index.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { inviteTexts as texts } from '@/texts/invitations.ts';
import classes from './components/invitations.module.css';
import { invitePath } from './paths.ts';

/** Who invites, as the server says it (contract §11.2). */
const INVITERS = ['OWNER', 'ADMINISTRATOR'];

/** /members/invite: leads to the organisation in whose name one acts, or the only one; else asks which. */
export default function WherePage() {
  const acting = useActing();
  const { data, error, refetch } = useQuery(myEntitiesQuery);
  usePageTitle(texts.title);
  if (!data) {
    return error ? (
      <ErrorState page error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState />
    );
  }
  const mine = data.filter(({ txRelationType }) => INVITERS.includes(txRelationType));
  const meant = mine.find(({ idEntity }) => idEntity === acting?.id) ?? only(mine);
  if (meant) return <Navigate to={invitePath(meant.entitySlug)} replace />;
  if (mine.length === 0) {
    return <EmptyState page {...texts.none} icon={<IconMailPlus size={28} stroke={1.5} />} />;
  }
  return (
    <Page title={texts.title}>
      <Card title={texts.choose} text={texts.chooseText} id="var">
        <ul className={classes.rows}>
          {mine.map((one) => (
            <li key={one.idEntity} className={classes.links}>
              <Link to={invitePath(one.entitySlug)}>{one.entityName}</Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

const only = (all: readonly Membership[]): Membership | undefined =>
  all.length === 1 ? all[0] : undefined;
