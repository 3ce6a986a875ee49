import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { ActionIcon, Menu, NativeSelect } from '@mantine/core';
import { IconCrown, IconDots, IconMailForward, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Entity, Relation } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { entityTexts, relationLabel, relationLabels } from '@/texts/entities.ts';
import { entityCalls } from '../api.ts';
import { useEntityAction } from '../useEntityAction.ts';
import classes from './entities.module.css';

const texts = entityTexts.people;

type RowProps = { entity: Entity; person: Relation; self: boolean };

export function PersonRow({ entity, person, self }: RowProps) {
  const { userId, displayName: name, txRelationType: type } = person;
  const setRole = useEntityAction(
    (next: string) => entityCalls.setRelation(entity.idEntity, userId, next),
    (relation) => texts.roleChanged(name, relationLabel(relation.txRelationType)),
  );
  const editable =
    !self && entity.abilities.includes('MANAGE_RELATIONS') && mayChange(entity, type);

  return (
    <li className={classes.row}>
      <Avatar name={name} image={person.profileImage} size={44} />
      <div className={classes.person}>
        <p className={classes.personName}>
          {name}
          {self && <span className={classes.faint}> ({texts.you})</span>}
        </p>
        <p className={classes.faint}>
          @{person.userName}
          {person.imported && ` · ${texts.imported}`}
        </p>
      </div>
      <div className={classes.controls}>
        {editable ? (
          <NativeSelect
            className={classes.role}
            size="sm"
            aria-label={texts.role(name)}
            value={setRole.isPending ? setRole.variables : type}
            disabled={setRole.isPending}
            onChange={(event) => setRole.mutate(event.currentTarget.value)}
            data={roleChoices(entity, type)}
          />
        ) : (
          <span className={classes.faint}>{relationLabel(type)}</span>
        )}
        {editable && <PersonMenu entity={entity} person={person} />}
      </div>
    </li>
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

function PersonMenu({ entity, person }: Omit<RowProps, 'self'>) {
  const [asking, setAsking] = useState<'remove' | 'transfer' | null>(null);
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
  const transfer = useEntityAction(
    () => entityCalls.transfer(entity.idEntity, userId),
    () => {
      close();
      return texts.transferred(name);
    },
  );

  return (
    <>
      <Menu position="bottom-end" width={260} transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.actions(name)}>
            <IconDots size={20} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {person.imported && (
            <Menu.Item leftSection={<IconMailForward size={18} />} onClick={() => invite.mutate()}>
              {texts.invite}
            </Menu.Item>
          )}
          {entity.abilities.includes('TRANSFER') && !person.imported && (
            <Menu.Item leftSection={<IconCrown size={18} />} onClick={() => setAsking('transfer')}>
              {texts.transfer}
            </Menu.Item>
          )}
          <Menu.Item
            className={classes.danger}
            leftSection={<IconUserMinus size={18} />}
            onClick={() => setAsking('remove')}
          >
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'remove' && (
        <Confirm
          danger
          title={texts.removeTitle(name)}
          text={texts.removeText(name)}
          action={texts.remove}
          pending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        />
      )}
      {asking === 'transfer' && (
        <Confirm
          title={texts.transferTitle(name)}
          text={texts.transferText(name)}
          action={texts.transfer}
          pending={transfer.isPending}
          onConfirm={() => transfer.mutate()}
          onClose={close}
        />
      )}
    </>
  );
}
