import { Button } from '@mantine/core';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { contactsTexts, personActionTexts as texts } from '@/texts/contacts.ts';
import { writeTo } from '../paths.ts';
import type { Status } from '../types.ts';
import { type PersonAction, usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';

type StatusButtonProps = {
  person: { displayName: string };
  status: Status;
  mayMessage: boolean;
};

/** What one does next about somebody, and behind the dots the rest: on their page and in lists of people. */
export function StatusButton({ person, status, mayMessage }: StatusButtonProps) {
  const { next, more, dialog } = usePersonActions(person, status);
  return (
    <div className={classes.controls}>
      <NextActions actions={next} />
      {mayMessage && <WriteButton person={person} userId={status.userId} first={!next.length} />}
      <MoreActions name={person.displayName} actions={more} />
      {dialog}
    </div>
  );
}

/** The first is what most people want. */
export function NextActions({ actions }: { actions: PersonAction[] }) {
  return actions.map(({ id, label, spoken, icon: Icon, pending, run }, index) => (
    <Button
      key={id}
      variant={index === 0 && id !== 'cancel' && id !== 'unblock' ? 'filled' : 'default'}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      aria-label={spoken}
      loading={pending}
      onClick={run}
    >
      {label}
    </Button>
  ));
}

type WriteButtonProps = { person: { displayName: string }; userId: number; first: boolean };

export function WriteButton({ person, userId, first }: WriteButtonProps) {
  return (
    <Button
      component={Link}
      to={writeTo(userId)}
      variant={first ? 'filled' : 'default'}
      leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}
      aria-label={texts.named(texts.write, person.displayName)}
    >
      {texts.write}
    </Button>
  );
}

export function MoreActions({ name, actions }: { name: string; actions: PersonAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Dropdown
      className={classes.dots}
      name={contactsTexts.moreFor(name)}
      label={<IconDots size={20} aria-hidden="true" />}
    >
      <ActionItems actions={actions} />
    </Dropdown>
  );
}

export function ActionItems({ actions }: { actions: PersonAction[] }) {
  return actions.map(({ id, label, icon: Icon, danger, pending, run }) => (
    <button
      key={id}
      type="button"
      className={`${dropdownItem} ${danger ? classes.danger : ''}`}
      disabled={pending}
      onClick={run}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {label}
    </button>
  ));
}
