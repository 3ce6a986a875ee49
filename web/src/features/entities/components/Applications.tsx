import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Application, Entity } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Card } from '@/components/Card.tsx';
import { ErrorState } from '@/components/states.tsx';
import { ago } from '@/lib/dates.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { applicationsQuery, type Decision, entityCalls } from '../api.ts';
import { useEntityAction } from '../useEntityAction.ts';
import classes from './entities.module.css';

const texts = entityTexts.applications;

/** Those who want to become members and wait for an answer. */
export function Applications({ entity }: { entity: Entity }) {
  const { data, error, refetch } = useQuery(applicationsQuery(entity.idEntity));
  const waiting = data?.filter(({ state }) => state === 'PENDING') ?? [];

  // An organisation that takes nobody by application needs no empty list of them.
  if ((data || !error) && waiting.length === 0 && entity.membershipMode !== 'MODERATED')
    return null;

  return (
    <Card id="applications" title={texts.title}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {/* While it is not known, the room that the usual answer takes. */}
      {!error && !data && <p className={classes.faint}>&nbsp;</p>}
      {data && waiting.length === 0 && <p className={classes.faint}>{texts.empty}</p>}
      <ul className={classes.rows}>
        {waiting.map((one) => (
          <ApplicationRow key={one.userId} entity={entity} application={one} />
        ))}
      </ul>
    </Card>
  );
}

function ApplicationRow({ entity, application }: { entity: Entity; application: Application }) {
  const { userId, displayName: name } = application;
  const decide = useEntityAction(
    (decision: Decision) => entityCalls.decide(entity.idEntity, userId, decision),
    (_, decision) => (decision === 'approve' ? texts.approved(name) : texts.denied(name)),
  );
  return (
    <li className={classes.row}>
      <Avatar name={name} image={application.profileImage} size={44} />
      <div className={classes.person}>
        <p className={classes.personName}>{name}</p>
        <p className={classes.faint}>{texts.sent(ago(application.created))}</p>
        {application.message && (
          <blockquote className={classes.quote}>{application.message}</blockquote>
        )}
      </div>
      <div className={classes.decisions}>
        <Button
          aria-label={texts.approveLabel(name)}
          loading={decide.isPending}
          onClick={() => decide.mutate('approve')}
        >
          {texts.approve}
        </Button>
        <Button
          variant="default"
          aria-label={texts.denyLabel(name)}
          disabled={decide.isPending}
          onClick={() => decide.mutate('deny')}
        >
          {texts.deny}
        </Button>
        <Button
          variant="subtle"
          className={classes.danger}
          aria-label={texts.banLabel(name)}
          disabled={decide.isPending}
          onClick={() => decide.mutate('ban')}
        >
          {texts.ban}
        </Button>
      </div>
    </li>
  );
}
