import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Profile } from '@/api/types.ts';
import { Slot } from '@/area/Slot.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import classes from '@/components/profile.module.css';
import { cardQuery } from '@/features/contacts/api.ts';
import { Common, StatusButton, statusLine } from '@/features/contacts/index.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { peopleTexts } from '@/texts/people.ts';

type Shown = Pick<
  Profile,
  'idUser' | 'displayName' | 'userName' | 'profileImage' | 'municipality'
> &
  Partial<Pick<Profile, 'statusEmoji' | 'statusText'>>;

/** A person as others see them. */
export function PersonView({ person, self }: { person: Shown; self: boolean }) {
  usePageTitle(person.displayName);
  const signedIn = useSignedIn();
  const says = [person.statusEmoji, person.statusText].filter(Boolean).join(' ');
  const { data: card } = useQuery({ ...cardQuery(person.idUser), enabled: signedIn && !self });
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Avatar name={person.displayName} image={person.profileImage} size={96} />
        <div className={classes.identity}>
          <h1 className={classes.name}>{person.displayName}</h1>
          {says && <p dir="auto">{says}</p>}
          <p className={classes.facts}>
            <span>@{person.userName}</span>
            {person.municipality && <span>{person.municipality}</span>}
            {self && <span>{peopleTexts.you}</span>}
          </p>
        </div>
        <div className={classes.actions}>
          {self && (
            <Button component={Link} to="/settings" variant="default">
              {peopleTexts.edit}
            </Button>
          )}
          {card && <StatusButton person={person} {...card} />}
        </div>
        {card && (
          <div className={classes.note}>
            <p role="status">{statusLine(card.status)}</p>
            <Common {...card} />
          </div>
        )}
      </div>
      <Slot
        name="person"
        props={{ kind: 'person', id: person.idUser, name: person.displayName, self }}
      />
    </div>
  );
}
