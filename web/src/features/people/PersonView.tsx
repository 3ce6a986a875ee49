import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import entity from '@/features/entities/components/entities.module.css';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { peopleTexts } from '@/texts/people.ts';

type Person = { name: string; userName: string; image: string | null };

/** A person as others see them. */
export function PersonView({ person, self }: { person: Person; self: boolean }) {
  usePageTitle(person.name);
  return (
    <div className={entity.page}>
      <div className={entity.head}>
        <Avatar name={person.name} image={person.image} size={96} person />
        <div className={entity.identity}>
          <h1 className={entity.name}>{person.name}</h1>
          <p className={entity.facts}>
            <span>@{person.userName}</span>
            {self && <span>{peopleTexts.you}</span>}
          </p>
        </div>
        <div className={entity.actions}>
          {self ? (
            <Button component={Link} to="/settings" variant="default">
              {peopleTexts.edit}
            </Button>
          ) : (
            <Button component={Link} to="/konversation">
              {peopleTexts.chat}
            </Button>
          )}
        </div>
        {!self && <p className={entity.note}>{peopleTexts.later}</p>}
      </div>
    </div>
  );
}
