import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import { pageOf } from '../paths.ts';
import type { Person } from '../types.ts';
import classes from './contacts.module.css';

type PersonLineProps = {
  person: Person;
  /** Under the name. */
  facts?: ReactNode;
  children?: ReactNode;
  controls: ReactNode;
};

/** Somebody in a list: the name opens their card. */
export function PersonLine({ person, facts, children, controls }: PersonLineProps) {
  return (
    <>
      <Avatar name={person.displayName} image={person.avatar ?? null} size={44} />
      <div className={classes.person}>
        <Link className={classes.name} to={pageOf(person)} data-person={person.id} dir="auto">
          {person.displayName}
        </Link>
        <p className={classes.faint}>
          @{person.username}
          {facts && <span className={classes.facts}> · {facts}</span>}
        </p>
        {children}
      </div>
      <div className={classes.controls}>{controls}</div>
    </>
  );
}
