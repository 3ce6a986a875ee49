import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import type { SlotProps } from '@/area/slots.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { infopointTexts, infopointOfTexts as texts } from '@/texts/infopoints.ts';
import { ofEntityQuery } from './api.ts';
import classes from './components/infopoints.module.css';
import { PointRow } from './components/PointRow.tsx';
import { WRITERS } from './lib/form.ts';
import { newFor } from './paths.ts';

/** On an organisation's page: its places, newest first; nothing where it has none and one may add none. */
export default function PlacesOf({ id, name }: SlotProps['organisation']) {
  const heading = useId();
  const query = useInfiniteQuery(ofEntityQuery(id));
  const { data: mine } = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() });
  const relation = mine?.find(({ idEntity }) => idEntity === id)?.txRelationType;
  const adds = relation !== undefined && WRITERS.includes(relation);
  const places = query.data?.pages.flatMap(({ content }) => content) ?? [];
  if (places.length === 0 && !query.hasNextPage && !(query.data && adds)) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{texts.title}</h2>
        {adds && (
          <Button component={Link} to={newFor(id)} variant="default">
            {infopointTexts.add}
          </Button>
        )}
      </div>
      <PagedList
        query={query}
        items={places}
        keyOf={({ idInfopoint }) => idInfopoint}
        row={(point) => <PointRow point={point} />}
        label={texts.of(name)}
        className={classes.list}
        empty={<p className={classes.about}>{texts.empty}</p>}
      />
    </section>
  );
}
