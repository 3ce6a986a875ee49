import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { itemsOf } from '@/area/pages.ts';
import { Card } from '@/components/Card.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { isFamily } from '@/lib/family.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { peopleQuery, type Whose } from '../api.ts';
import classes from './entities.module.css';
import { PersonRow } from './PersonRow.tsx';

const texts = entityTexts.people;
const SEARCH_DELAY = 200;
const WHOSE: readonly { value: Whose; label: string }[] = [
  { value: 'relations', label: texts.everybody },
  { value: 'followers', label: texts.followers },
];

/** Everybody with a relation to the organisation, for those who belong to it. */
export function People({ entity }: { entity: Entity }) {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), SEARCH_DELAY);
  const [whose, setWhose] = useState<Whose>('relations');
  const query = useInfiniteQuery(peopleQuery(entity.idEntity, q, whose));

  return (
    <Card
      id="people"
      tour="org-relations"
      title={texts.title}
      action={
        <TextInput
          className={classes.search}
          type="search"
          size="sm"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
    >
      {!isFamily(entity) && (
        <fieldset className={classes.whose} aria-label={texts.whose}>
          {WHOSE.map(({ value, label }) => (
            <Button
              key={value}
              size="xs"
              variant={whose === value ? 'light' : 'default'}
              aria-pressed={whose === value}
              onClick={() => setWhose(value)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <PagedList
        query={query}
        items={itemsOf(query.data)}
        keyOf={({ userId }) => userId}
        className={classes.rows}
        rowClassName={classes.row}
        empty={
          <p className={classes.faint} role="status">
            {q ? texts.noMatch(q) : whose === 'followers' ? texts.noFollowers : texts.empty}
          </p>
        }
        row={(person) => (
          <PersonRow entity={entity} person={person} self={person.userId === me?.idUser} />
        )}
      />
    </Card>
  );
}
