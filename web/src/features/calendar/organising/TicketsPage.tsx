import { Button, NativeSelect } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { ticketsTexts as texts } from '@/texts/organising.ts';
import { writes } from '../calendars.ts';
import { type Enrollment, tablePath } from '../enrollment/api.ts';
import { SeatFacts } from '../enrollment/SeatFacts.tsx';
import { listedWhen } from '../lists/EventRow.tsx';
import { editPath, eventPath } from '../paths.ts';
import { type Arranged, useArranged } from './events.ts';
import classes from './organising.module.css';

const PAGE = 10;
const icon = <IconTicket size={28} stroke={1.5} />;
type Which = keyof typeof texts.which;
const WHICH = Object.keys(texts.which) as Which[];

/** /settings/tickets: what an organisation arranges, with its places, who has them, and the ways to its door. */
export default function TicketsPage() {
  usePageTitle(texts.title);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <ForOrganisation>{(mine) => <TicketsOf key={mine.idEntity} mine={mine} />}</ForOrganisation>
    </div>
  );
}

function TicketsOf({ mine }: { mine: Membership }) {
  const [count, setCount] = useState(PAGE);
  const [which, setWhich] = useState<Which>('open');
  const { writable, all, hasMore, isReading, pending, error, retry } = useArranged({
    idEntity: mine.idEntity,
    count,
  });
  if (pending) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState />;
  if (writable.length === 0) return <EmptyState {...texts.noCalendar} icon={icon} />;
  const own = all.filter(({ listed }) =>
    writable.some(({ calendarUUID }) => calendarUUID === listed.calendarUUID),
  );
  // What could not be read is shown, for nobody knows whether one enrols in it.
  const shown = own.filter(({ event, failed }) => which === 'all' || failed || event?.enrollment);
  return (
    <>
      <p className={classes.lead}>{texts.lead}</p>
      <div className={classes.top}>
        <NativeSelect
          label={texts.show}
          value={which}
          data={WHICH.map((value) => ({ value, label: texts.which[value] }))}
          onChange={({ currentTarget }) => setWhich(currentTarget.value as Which)}
        />
        <Button
          component={Link}
          to={`/event/create?type=public&organization=${mine.idEntity}`}
          variant={shown.length > 0 ? 'default' : 'filled'}
        >
          {texts.make}
        </Button>
      </div>
      {shown.length > 0 && (
        <section className={classes.section} aria-labelledby="tickets">
          <h2 id="tickets">{texts.list}</h2>
          <ul className={classes.list}>
            {shown.map((one) => (
              <li key={`${one.listed.eventUUID} ${one.listed.start}`}>
                <Row arranged={one} slug={mine.entitySlug} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isReading && <LoadingState />}
      {!isReading && shown.length === 0 && <EmptyState {...texts.none} icon={icon} />}
      {hasMore && !isReading && (
        <div>
          <Button variant="default" onClick={() => setCount(count + PAGE)}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ arranged, slug }: { arranged: Arranged; slug: string }) {
  const { listed, event, failed } = arranged;
  const { eventUUID, recurrenceId, title } = listed;
  const enrollment = event?.enrollment as Enrollment | null | undefined;
  const edit = editPath(eventUUID, slug, recurrenceId);
  return (
    <article className={classes.row} aria-label={title}>
      <div className={classes.words}>
        <h3>
          <Link to={eventPath(eventUUID, recurrenceId)} dir="auto">
            {title}
          </Link>
        </h3>
        <p>{[listedWhen(listed), listed.place?.name].filter(Boolean).join(' · ')}</p>
        {failed && <p className={classes.faint}>{texts.failed}</p>}
        {event && !enrollment && <p className={classes.faint}>{texts.without}</p>}
        {enrollment?.capacity && <p>{texts.taken(enrollment.taken, enrollment.capacity)}</p>}
      </div>
      {enrollment && <SeatFacts enrollment={enrollment} />}
      {event && writes(event) && (
        <div className={classes.actions}>
          {enrollment && (
            <Button
              component={Link}
              size="sm"
              to={eventPath(eventUUID, recurrenceId)}
              aria-label={texts.peopleOf(title)}
            >
              {texts.people}
            </Button>
          )}
          <Button
            component={Link}
            size="sm"
            variant="default"
            to={edit}
            aria-label={enrollment ? texts.changeOf(title) : texts.addOf(title)}
          >
            {enrollment ? texts.change : texts.add}
          </Button>
          {enrollment && (
            <Button
              component="a"
              size="sm"
              variant="default"
              href={tablePath({ eventUUID, recurrenceId })}
              download
              aria-label={texts.tableOf(title)}
            >
              {texts.table}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
