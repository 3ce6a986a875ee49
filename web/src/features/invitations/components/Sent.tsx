import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Card } from '@/components/Card.tsx';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { dateOf } from '@/lib/dates.ts';
import { relationLabel } from '@/texts/entities.ts';
import { codeTexts, inviteTexts, sentTexts as texts } from '@/texts/invitations.ts';
import { inviteCalls, sentKey, sentQuery } from '../api.ts';
import type { Invitation } from '../types.ts';
import classes from './invitations.module.css';

/** Whom the organisation has invited, and how that stands. */
export default function Sent({ entity }: { entity: Entity }) {
  const query = useInfiniteQuery(sentQuery(entity.idEntity));
  return (
    <Card id="inbjudna" title={inviteTexts.tabs.sent}>
      <PagedList
        query={query}
        items={query.data?.pages.flatMap(({ content }) => content) ?? []}
        keyOf={({ idEntityInvitation, userId }) => idEntityInvitation ?? `p${userId}`}
        className={classes.rows}
        rowClassName={classes.row}
        empty={<EmptyState {...texts.empty} />}
        row={(one) => <SentRow entity={entity} one={one} />}
      />
    </Card>
  );
}

function SentRow({ entity, one }: { entity: Entity; one: Invitation }) {
  const client = useQueryClient();
  const who = one.email ?? one.displayName ?? texts.unnamed;
  const said = {
    onError: (error: unknown) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sentKey(entity.idEntity) }),
  };
  const resend = useMutation({
    ...said,
    mutationFn: () => inviteCalls.resend(one.idEntityInvitation ?? 0),
    onSuccess: () => toast({ type: 'success', message: texts.resent }),
  });
  const revoke = useMutation({
    ...said,
    mutationFn: () =>
      one.idEntityInvitation
        ? inviteCalls.revoke(one.idEntityInvitation)
        : inviteCalls.revokePerson(entity.idEntity, one.userId ?? 0),
    onSuccess: () => toast({ type: 'success', message: texts.revoked }),
  });
  const isOpen = one.state === 'PENDING';
  return (
    <>
      <p className={classes.about}>
        <span className={classes.strong}>{who}</span>
        <span className={classes.faint}>
          {texts.as(relationLabel(one.relationType))} · {texts.states[one.state]}
          {isOpen && ` · ${texts.until(dateOf(one.expires))}`}
        </span>
        {isOpen && one.trouble && <span className={classes.wrong}>{codeTexts[one.trouble]}</span>}
      </p>
      {isOpen && (
        <span className={classes.buttons}>
          {one.canResend && (
            <Button
              variant="default"
              aria-label={texts.resendTo(who)}
              loading={resend.isPending}
              onClick={() => resend.mutate()}
            >
              {texts.resend}
            </Button>
          )}
          <Button
            variant="default"
            aria-label={texts.revokeOf(who)}
            loading={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {texts.revoke}
          </Button>
        </span>
      )}
    </>
  );
}
