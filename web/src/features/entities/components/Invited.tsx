import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Entity, SentInvitation } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Card } from '@/components/Card.tsx';
import { ErrorState } from '@/components/states.tsx';
import { dateOf } from '@/lib/dates.ts';
import { relationLabel } from '@/texts/entities.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { entityCalls, sentInvitationsQuery } from '../api.ts';
import { useEntityAction } from '../useEntityAction.ts';
import classes from './entities.module.css';

const texts = entityTexts.people;

/** Those who were asked and have not answered: nothing to the organisation until they do. */
export function Invited({ entity }: { entity: Entity }) {
  const { data, error, refetch } = useQuery(sentInvitationsQuery(entity.idEntity));
  // Mostly nobody is asked: it takes no room until somebody is.
  if (!error && !data?.length) return null;
  return (
    <Card id="invited" title={texts.invitedTitle}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      <ul className={classes.rows}>
        {data?.map((one) => (
          <InvitedRow key={one.userId} entity={entity} one={one} />
        ))}
      </ul>
    </Card>
  );
}

function InvitedRow({ entity, one }: { entity: Entity; one: SentInvitation }) {
  const name = one.displayName ?? texts.unnamed;
  const withdraw = useEntityAction(
    () => entityCalls.withdrawInvitation(entity.idEntity, one.userId),
    () => texts.invitationWithdrawn,
  );
  const ownership = one.kind === 'OWNERSHIP';
  return (
    <li className={classes.row}>
      <Avatar name={one.displayName ?? ''} size={44} />
      <div className={classes.person}>
        <p className={classes.personName}>{name}</p>
        <p className={classes.faint}>
          {texts.invitedAs(relationLabel(one.txRelationType), dateOf(one.expires))}
        </p>
      </div>
      <div className={classes.controls}>
        <span className={classes.faint}>
          {ownership ? texts.pendingOwnership : texts.pendingInvitation}
        </span>
        <Button
          variant="default"
          aria-label={texts.withdrawInvitationOf(name)}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          {texts.withdrawInvitation}
        </Button>
      </div>
    </li>
  );
}
