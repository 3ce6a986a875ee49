import { IconBuildingCommunity } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import { EmptyState } from '@/components/states.tsx';
import { useFieldInAddress } from '@/hooks/useFieldInAddress.ts';
import { dateOf } from '@/lib/dates.ts';
import { sizeOf } from '@/lib/sizes.ts';
import { adminOrganisationsTexts as texts } from '@/texts/administration.ts';
import { entityTypeLabel } from '@/texts/entities.ts';
import { organisationsQuery } from '../api.ts';
import type { AdministeredEntity } from '../types.ts';
import classes from './administration.module.css';
import { SearchField } from './SearchField.tsx';

/** As long as the server takes. */
const MOST = 100;

/** Also of a whole address that was pasted: its last part. */
const soughtIn = (text: string) =>
  text
    .trim()
    .replace(/^https?:\/\/.*\//, '')
    .slice(0, MOST);

/** All organisations, and who administers them. */
export default function Organisations() {
  const field = useFieldInAddress('q');
  const q = soughtIn(field.settled);
  const query = useInfiniteQuery({
    ...organisationsQuery(q),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={classes.part} aria-labelledby="organisations">
      <div className={classes.head}>
        <h2 id="organisations">{texts.title}</h2>
        <SearchField label={texts.search} field={field} />
      </div>
      <p className={classes.faint}>{texts.hint}</p>
      <PagedList
        query={query}
        items={query.data?.pages.flatMap(({ content }) => content) ?? []}
        keyOf={({ idEntity }) => idEntity}
        label={texts.title}
        className={classes.rows}
        rowClassName={classes.row}
        row={(one) => <Organisation one={one} />}
        empty={
          <EmptyState
            {...(q ? { title: texts.noMatch(q) } : texts.none)}
            icon={<IconBuildingCommunity size={28} stroke={1.5} />}
          />
        }
      />
    </section>
  );
}

function Organisation({ one }: { one: AdministeredEntity }) {
  const { entityName, entitySlug, entityType, image, created, owner, administrators } = one;
  const names = administrators.map(({ displayName }) => displayName).join(', ');
  return (
    <>
      <Avatar name={entityName} image={image} size={44} />
      <div className={classes.about}>
        <p className={classes.strong}>
          <Link className={classes.name} to={`/${entitySlug}`}>
            {entityName}
          </Link>
        </p>
        <p className={classes.faint}>
          {entityTypeLabel(entityType)} · {texts.created(dateOf(created))} ·{' '}
          {texts.storage(sizeOf(one.usedBytes))}
        </p>
        <p className={classes.faint}>{owner ? texts.owner(owner.displayName) : texts.noOwner}</p>
        {names && <p className={classes.faint}>{texts.administrators(names)}</p>}
      </div>
    </>
  );
}
