import { Button } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { bookingTexts } from '@/texts/bookings.ts';
import { resourceTexts as texts } from '@/texts/bookingsManage.ts';
import { bookablesQuery } from './api.ts';
import classes from './components/manage.module.css';
import { NotManaged, Organisations } from './components/Organisations.tsx';
import { Thumb } from './components/Pictures.tsx';
import {
  billsPath,
  bookPath,
  dayPath,
  groupsPath,
  hoursPath,
  newResourcePath,
  resourcePath,
} from './paths.ts';
import { AVAILABLE } from './status.ts';
import type { Bookable, Space } from './types.ts';
import { useOrganisation } from './useOrganisation.ts';

/** /settings/resources: which organisation; with ?organization=3 what can be booked there, to be changed. */
export default function ResourcesPage() {
  const { id, mine, ...others } = useOrganisation();
  return id ? <Resources key={id} id={id} mine={mine} /> : <Organisations {...others} />;
}

function Resources({ id, mine }: { id: number; mine: Membership | undefined }) {
  const { data, error, refetch } = useQuery(bookablesQuery(id));
  const title = mine ? texts.of(mine.entityName) : texts.title;
  usePageTitle(title);
  if (!data) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  if (!data.abilities.includes('MANAGE')) return <NotManaged />;
  const { content } = data;
  const add = (
    <Button
      component={Link}
      to={newResourcePath(id)}
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
    >
      {texts.add}
    </Button>
  );
  return (
    <Page title={title}>
      <p className={classes.lead}>{texts.lead}</p>
      {content.length === 0 ? (
        <EmptyState
          title={texts.none.title}
          text={texts.none.text}
          icon={<IconBuilding size={28} stroke={1.5} />}
        >
          {add}
        </EmptyState>
      ) : (
        <div className={classes.ways}>
          {add}
          <Link to={hoursPath(id)}>{texts.hours}</Link>
          <Link to={groupsPath(id)}>{texts.groups}</Link>
          {mine && <Link to={dayPath(mine.entitySlug)}>{texts.day}</Link>}
          {mine && <Link to={billsPath(mine.entitySlug)}>{texts.bills}</Link>}
          {mine && <Link to={bookPath(mine.entitySlug)}>{texts.seeTimes}</Link>}
        </div>
      )}
      {content.length > 0 && (
        <ul className={classes.list} aria-label={texts.title}>
          {content.map((one) => (
            <li key={one.idBookable} className={classes.item}>
              <Item bookable={one} space={data.spaces.find((it) => it.idSpace === one.idSpace)} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

type ItemProps = { bookable: Bookable; space: Space | undefined };

function Item({ bookable, space }: ItemProps) {
  const { idBookable, name, kind, place, status, units } = bookable;
  const isPart = space !== undefined && units.length < space.unitCount;
  return (
    <>
      <Thumb bookable={bookable} />
      <div className={classes.itemText}>
        <Link className={classes.itemName} to={resourcePath(idBookable)}>
          {name}
        </Link>
        <p className={classes.faint}>
          {[isPart && texts.partOf(space.name), bookingTexts.kinds[kind], place]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <span className={classes.status} data-off={status !== AVAILABLE || undefined}>
        {texts.status[status]}
      </span>
    </>
  );
}
