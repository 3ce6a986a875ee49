import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { PersonRow } from '@/features/entities/index.ts';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { shortDate } from '@/lib/dates.ts';
import { adminPeopleTexts as texts } from '@/texts/administration.ts';
import { administeredPeopleQuery } from '../api.ts';
import type { AdministeredPerson, Administration } from '../types.ts';
import classes from './administration.module.css';
import { SearchField } from './SearchField.tsx';

/** Relations of those whose use is the organisation's business. */
const UNSEEN = ['FOLLOWER', 'CUSTOMER', 'BOOKER'];

const seenWords = ({ lastSeen, isBot, txRelationType }: AdministeredPerson) => {
  if (lastSeen) return texts.lastSeen(shortDate(lastSeen));
  return isBot || UNSEEN.includes(txRelationType) ? undefined : texts.unseen;
};

/** Everybody with a relation to the organisation, when they were last here, and what one changes of them. */
export default function People({ of: { idEntity, entitySlug } }: { of: Administration }) {
  const me = useMe();
  const field = useFieldInAddress('q');
  const q = field.settled.trim();
  const entity = useQuery(entityQuery(entitySlug));
  const query = useInfiniteQuery({
    ...administeredPeopleQuery(idEntity, q),
    placeholderData: keepPreviousData,
  });
  if (!entity.data) {
    if (!entity.error) return <LoadingState />;
    return <ErrorState error={entity.error} onRetry={() => void entity.refetch()} />;
  }
  const { data } = entity;
  return (
    <section className={classes.part} aria-labelledby="people">
      <div className={classes.head}>
        <h2 id="people">{texts.title}</h2>
        <SearchField label={texts.search} field={field} />
      </div>
      <p className={classes.faint}>{texts.hint}</p>
      <PagedList
        query={query}
        items={query.data?.pages.flatMap(({ content }) => content) ?? []}
        keyOf={({ userId }) => userId}
        label={texts.title}
        className={classes.rows}
        rowClassName={classes.row}
        row={(person) => (
          <PersonRow
            entity={data}
            person={person}
            self={person.userId === me?.idUser}
            more={seenWords(person)}
          />
        )}
        empty={
          <EmptyState
            title={q ? texts.noMatch(q) : texts.empty}
            icon={<IconUsers size={28} stroke={1.5} />}
          />
        }
      />
    </section>
  );
}
