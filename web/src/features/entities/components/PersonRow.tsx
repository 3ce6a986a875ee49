import { NativeSelect } from '@mantine/core';
import { IconBan, IconCrown, IconDots, IconMailForward, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Entity, Relation } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { relationLabel, relationLabels } from '@/texts/entities.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { entityCalls } from '../api.ts';
import { useEntityAction } from '../useEntityAction.ts';
import classes from './entities.module.css';

const texts = entityTexts.people;

type RowProps = {
  entity: Entity;
  person: Relation;
  self: boolean;
  /** What else is said of them. */
  more?: string | undefined;
};

/** One of an organisation's people, and for who may what one changes of them. */
export function PersonRow({ entity, person, self, more }: RowProps) {
  const { userId, displayName: name, txRelationType: type } = person;
  const setRole = useEntityAction(
    (next: string) => entityCalls.setRelation(entity.idEntity, userId, next),
    (relation) =>
      relation.state === 'INVITED'
        ? texts.asked(name)
        : texts.roleChanged(name, relationLabel(relation.txRelationType)),
  );
  const [chosen, choose] = useChosen(setRole);
  const editable =
    !self &&
    !person.isBot &&
    entity.abilities.includes('MANAGE_RELATIONS') &&
    mayChange(entity, type);

  return (
    <>
      <Avatar name={name} image={person.profileImage} size={44} />
      <div className={classes.person}>
        <p className={classes.personName}>
          {person.isBot ? (
            name
          ) : (
            <Link className={classes.personLink} to={`/u/${person.userName}`} data-person={userId}>
              {name}
            </Link>
          )}
          {self && <span className={classes.faint}> ({texts.you})</span>}
        </p>
        <p className={classes.faint}>
          @{person.userName}
          {person.imported && ` · ${texts.imported}`}
        </p>
        {more && <p className={classes.faint}>{more}</p>}
      </div>
      <div className={classes.controls}>
        {editable ? (
          <NativeSelect
            className={classes.role}
            size="sm"
            aria-label={texts.role(name)}
            value={chosen ?? type}
            disabled={setRole.isPending}
            onChange={(event) => choose(event.currentTarget.value)}
            data={roleChoices(entity, type)}
          />
        ) : (
          <span className={classes.faint}>{relationLabel(type)}</span>
        )}
        {editable && <PersonMenu entity={entity} person={person} />}
      </div>
    </>
  );
}

/** The owner changes only by a transfer, an administrator only by who may appoint one. */
function mayChange(entity: Entity, type: string): boolean {
  if (type === 'OWNER') return false;
  return type !== 'ADMINISTRATOR' || entity.abilities.includes('GRANT_ADMINISTRATOR');
}

function roleChoices(entity: Entity, current: string) {
  const types = Object.keys(relationLabels).filter((type) => mayChange(entity, type));
  if (!types.includes(current)) types.push(current);
  return types.map((value) => ({ value, label: relationLabel(value) }));
}

function PersonMenu({ entity, person }: Omit<RowProps, 'self' | 'more'>) {
  const [asking, setAsking] = useState<'remove' | 'transfer' | 'ban' | null>(null);
  const { userId, displayName: name } = person;
  const close = () => setAsking(null);

  const invite = useEntityAction(
    () => entityCalls.invite(entity.idEntity, userId),
    () => texts.invited(name),
  );
  const remove = useEntityAction(
    () => entityCalls.removeRelation(entity.idEntity, userId),
    () => texts.removed(name),
  );
  const ban = useEntityAction(
    () => entityCalls.ban(entity.idEntity, userId),
    () => texts.banned(name),
  );
  const transfer = useEntityAction(
    () => entityCalls.transfer(entity.idEntity, userId),
    () => texts.transferred(name),
  );

  return (
    <>
      <Dropdown
        className={classes.actionsButton}
        name={texts.actions(name)}
        label={<IconDots size={20} aria-hidden="true" />}
      >
        {person.imported && (
          <button type="button" className={dropdownItem} onClick={() => invite.mutate()}>
            <IconMailForward size={20} stroke={1.75} aria-hidden="true" />
            {texts.invite}
          </button>
        )}
        {entity.abilities.includes('TRANSFER') && !person.imported && (
          <button type="button" className={dropdownItem} onClick={() => setAsking('transfer')}>
            <IconCrown size={20} stroke={1.75} aria-hidden="true" />
            {texts.transfer}
          </button>
        )}
        <button
          type="button"
          className={`${dropdownItem} ${classes.danger}`}
          onClick={() => setAsking('remove')}
        >
          <IconUserMinus size={20} stroke={1.75} aria-hidden="true" />
          {texts.remove}
        </button>
        <button
          type="button"
          className={`${dropdownItem} ${classes.danger}`}
          onClick={() => setAsking('ban')}
        >
          <IconBan size={20} stroke={1.75} aria-hidden="true" />
          {texts.ban}
        </button>
      </Dropdown>
      {asking === 'remove' && (
        <Confirm
          danger
          title={texts.removeTitle(name)}
          text={texts.removeText(name)}
          action={texts.remove}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
      {asking === 'ban' && (
        <Confirm
          danger
          title={texts.banTitle(name)}
          text={texts.banText(name)}
          action={texts.ban}
          pending={ban.isPending}
          onConfirm={() => ban.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
      {asking === 'transfer' && (
        <Confirm
          title={texts.transferTitle(name)}
          text={texts.transferText(name)}
          action={texts.transfer}
          pending={transfer.isPending}
          onConfirm={() => transfer.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}
