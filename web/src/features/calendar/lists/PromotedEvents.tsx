import { Button } from '@mantine/core';
import { IconCalendarStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import hidden from '@/components/spoken.module.css';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { promotedTexts as texts } from '@/texts/engagement.ts';
import { EVENTS } from '../paths.ts';
import { type Promoted, promotedQuery } from './api.ts';
import { EventRow } from './EventRow.tsx';
import classes from './lists.module.css';

/** On a start page. */
const FEW = 3;
/** On the page of events. */
const MANY = 50;

/** Below what a start page is about: a few of what organisations show to everybody; nothing where there is none, or none to be had. */
export function FewPromoted() {
  const heading = useId();
  // One more than is shown says that there are others.
  const { data: promoted = [] } = useQuery(promotedQuery(FEW + 1));
  if (promoted.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{texts.title}</h2>
        {promoted.length > FEW && (
          <Button component={Link} to={EVENTS} variant="default">
            {texts.all}
          </Button>
        )}
      </div>
      <List promoted={promoted.slice(0, FEW)} />
    </section>
  );
}

/** All of them, on the page of events. */
export default function PromotedEvents() {
  const heading = useId();
  const { data: promoted, error, refetch } = useQuery(promotedQuery(MANY));
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading}>{texts.title}</h2>
      {error && promoted && (
        <p className={classes.faint} role="alert">
          {texts.stale}{' '}
          <Button variant="subtle" size="sm" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {error && !promoted && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !promoted && <LoadingState />}
      {promoted?.length === 0 && (
        <EmptyState
          title={texts.empty}
          text={texts.emptyText}
          icon={<IconCalendarStar size={28} stroke={1.5} />}
        />
      )}
      {promoted && promoted.length > 0 && <List promoted={promoted} />}
    </section>
  );
}

function List({ promoted }: { promoted: Promoted[] }) {
  return (
    <>
      <ul className={classes.list} aria-label={texts.list}>
        {promoted.map(({ event, coverImage, entityName, entitySlug }) => (
          <li key={event.eventUUID}>
            <EventRow
              event={event}
              coverImage={coverImage}
              level={3}
              by={
                <Link to={`/${entitySlug}`} dir="auto">
                  {entityName}
                </Link>
              }
            />
          </li>
        ))}
      </ul>
      <p className={hidden.spoken} role="status">
        {texts.shown(promoted.length)}
      </p>
    </>
  );
}
