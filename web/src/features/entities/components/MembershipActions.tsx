import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { Form } from '@/area/Form.tsx';
import { Confirm, Dialog } from '@/components/Dialog.tsx';
import profile from '@/components/profile.module.css';
import { useMe } from '@/features/accounts/api.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { entityCalls, useRefreshEntities } from '../api.ts';
import { useEntityAction } from '../useEntityAction.ts';
import { Answers } from './Invitations.tsx';

const texts = entityTexts.page;

/** Following, joining, applying and leaving: what the server says this person may do. */
export function MembershipActions({ entity }: { entity: Entity }) {
  const me = useMe();
  const [applying, setApplying] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { idEntity: id, entityName: name, abilities } = entity;
  const pending = entity.myApplication === 'PENDING';
  const invited = entity.myApplication === 'INVITED';

  const join = useEntityAction(
    () => entityCalls.apply(id, ''),
    () => texts.joined(name),
  );
  const withdraw = useEntityAction(
    () => entityCalls.withdraw(id),
    () => texts.withdrawn,
  );
  const follow = useEntityAction(
    () => entityCalls.follow(id),
    () => texts.followed(name),
  );
  const unfollow = useEntityAction(
    () => entityCalls.unfollow(id),
    () => texts.unfollowed(name),
  );
  const leave = useEntityAction(
    (userId: number) => entityCalls.removeRelation(id, userId),
    () => texts.left(name),
  );

  return (
    <>
      {invited && <Answers id={id} name={name} ownership={false} />}
      {abilities.includes('APPLY') && !pending && !invited && (
        <Button
          loading={join.isPending}
          onClick={() => (entity.membershipMode === 'OPEN' ? join.mutate() : setApplying(true))}
        >
          {entity.membershipMode === 'OPEN' ? texts.join : texts.apply}
        </Button>
      )}
      {pending && (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {texts.withdraw}
        </Button>
      )}
      {abilities.includes('FOLLOW') && (
        <Button variant="default" loading={follow.isPending} onClick={() => follow.mutate()}>
          {texts.follow}
        </Button>
      )}
      {abilities.includes('UNFOLLOW') && (
        <Button variant="default" loading={unfollow.isPending} onClick={() => unfollow.mutate()}>
          {texts.unfollow}
        </Button>
      )}
      {abilities.includes('LEAVE') && (
        <Button variant="default" onClick={() => setLeaving(true)}>
          {texts.leave}
        </Button>
      )}
      {pending && (
        <p className={profile.note} role="status">
          {texts.pending}
        </p>
      )}
      {applying && <ApplyDialog entity={entity} onClose={() => setApplying(false)} />}
      {leaving && me && (
        <Confirm
          danger
          title={texts.leaveTitle(name)}
          text={texts.leaveText}
          action={texts.leave}
          pending={leave.isPending}
          onConfirm={() => leave.mutate(me.idUser, { onSettled: () => setLeaving(false) })}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

const CONFLICT = 409;

function ApplyDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const refresh = useRefreshEntities();
  return (
    <Dialog title={texts.applyTitle(entity.entityName)} onClose={onClose}>
      <Form
        submit={texts.applySubmit}
        onCancel={onClose}
        send={async (values) => {
          try {
            await entityCalls.apply(entity.idEntity, textOf(values, 'message'));
          } catch (error) {
            // Applied before, perhaps from another device: that is what was wanted.
            if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
          }
        }}
        done={() => {
          onClose();
          void refresh();
        }}
      >
        {(field) => (
          <Textarea
            rows={4}
            data-autofocus
            label={texts.applyMessage}
            description={texts.applyHint}
            {...field('message')}
          />
        )}
      </Form>
    </Dialog>
  );
}
