import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Card } from '@/components/Card.tsx';
import { ErrorState } from '@/components/states.tsx';
import { dateOf } from '@/lib/dates.ts';
import { relationLabel } from '@/texts/entities.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { entityCalls, invitationsQuery } from '../api.ts';
import { useEntityAction } from '../useEntityAction.ts';
import classes from './entities.module.css';

const texts = entityTexts.invitations;

/** What organisations ask me: nothing comes of it before I say yes. Nothing is shown while nobody asks. */
export function Invitations() {
  const { data, error, refetch } = useQuery(invitationsQuery);
  if (error && !data) {
    return (
      <Card id="invitations" title={texts.title} text={texts.failed}>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    );
  }
  if (!data?.length) return null;
  return (
    <Card id="invitations" title={texts.title}>
      <ul className={classes.rows}>
        {data.map((one) => (
          <InvitationRow key={one.idEntity} one={one} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ one }: { one: Invitation }) {
  const by = one.invitedBy ?? texts.somebody;
  const ownership = one.kind === 'OWNERSHIP';
  return (
    <li className={classes.row}>
      <Avatar name={one.entityName} image={one.image} size={44} />
      <div className={classes.person}>
        <p className={classes.personName}>{one.entityName}</p>
        <p className={classes.faint}>
          {ownership
            ? texts.ownership(by)
            : texts.membership(by, relationLabel(one.txRelationType))}
        </p>
        <p className={classes.faint}>{texts.until(dateOf(one.expires))}</p>
      </div>
      <div className={classes.decisions}>
        <Answers id={one.idEntity} name={one.entityName} ownership={ownership} />
      </div>
    </li>
  );
}

/** Yes and no; also on the organisation's own page. */
export function Answers({ id, name, ownership }: { id: number; name: string; ownership: boolean }) {
  const answer = useEntityAction(
    (what: 'accept' | 'decline') => entityCalls.answer(id, what),
    (_, what) => {
      if (what === 'decline') return texts.declined(name);
      return ownership ? texts.tookOver(name) : texts.accepted(name);
    },
  );
  return (
    <>
      <Button
        aria-label={texts.acceptLabel(name)}
        loading={answer.isPending}
        onClick={() => answer.mutate('accept')}
      >
        {texts.accept}
      </Button>
      <Button
        variant="default"
        aria-label={texts.declineLabel(name)}
        disabled={answer.isPending}
        onClick={() => answer.mutate('decline')}
      >
        {texts.decline}
      </Button>
    </>
  );
}
