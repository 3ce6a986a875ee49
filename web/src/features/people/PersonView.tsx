import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Profile } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import classes from '@/components/profile.module.css';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { peopleTexts } from '@/texts/people.ts';

type Shown = Pick<Profile, 'idUser' | 'displayName' | 'userName' | 'profileImage' | 'municipality'>;

/** A person as others see them. */
export function PersonView({ person, self }: { person: Shown; self: boolean }) {
  usePageTitle(person.displayName);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Avatar name={person.displayName} image={person.profileImage} size={96} person />
        <div className={classes.identity}>
          <h1 className={classes.name}>{person.displayName}</h1>
          <p className={classes.facts}>
            <span>@{person.userName}</span>
            {person.municipality && <span>{person.municipality}</span>}
            {self && <span>{peopleTexts.you}</span>}
          </p>
        </div>
        <div className={classes.actions}>
          {self ? (
            <Button component={Link} to="/settings" variant="default">
              {peopleTexts.edit}
            </Button>
          ) : (
            <Button component={Link} to={`/messages?to=${person.idUser}`}>
              {peopleTexts.write}
            </Button>
          )}
        </div>
        {!self && <p className={classes.note}>{peopleTexts.later}</p>}
      </div>
    </div>
  );
}
