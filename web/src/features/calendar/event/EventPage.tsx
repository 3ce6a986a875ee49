import { Button } from '@mantine/core';
import {
  IconCalendar,
  IconClock,
  IconExternalLink,
  IconEye,
  IconMapPin,
  IconRepeat,
  IconRss,
  IconVideo,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { FirstQuery } from '@/area/area.ts';
import { PlaceName } from '@/area/PlaceName.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { useSignedIn } from '@/lib/session.ts';
import { STAY } from '@/lib/stay.ts';
import { privateOfEntity, eventTexts as texts, visibilityTexts } from '@/texts/calendar.ts';
import { sourceTexts } from '@/texts/subscribe.ts';
import { eventQuery } from '../api.ts';
import { writes } from '../calendars.ts';
import { formOf } from '../editor/form.ts';
import { useCalendarsLive } from '../live.ts';
import { calendarPath, editPath, ME } from '../paths.ts';
import { repeatWords } from '../repeat.ts';
import { originOf } from '../subscribe/source.ts';
import type { CalendarEvent } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import { formWhen, hereWhen } from '../words.ts';
import { coverAt } from './cover.ts';
import classes from './event.module.css';
import { NoSuchEvent } from './NoSuchEvent.tsx';
import { useEventActions } from './useEventActions.tsx';

const Engagement = lazy(() => loadWithin(() => import('../engagement/Engagement.tsx')));
const EventCover = lazy(() => loadWithin(() => import('./EventCover.tsx')));
const EventComments = lazy(() => loadWithin(() => import('../comments/EventComments.tsx')));
const PromoteButton = lazy(() => loadWithin(() => import('../lists/PromoteButton.tsx')));
const EnrollmentPart = lazy(() => loadWithin(() => import('../enrollment/EnrollmentPart.tsx')));

/** Which of a series the address names. */
function namedIn(params: URLSearchParams): string | null {
  const asked = params.get('recurrenceId');
  return asked && !Number.isNaN(Date.parse(asked)) ? asked : null;
}

export const first: FirstQuery = ({ eventUUID = '' }, search) =>
  eventQuery(eventUUID, false, namedIn(search));

/** /event/{eventUUID}?recurrenceId=… : all of an event; signed out what is public. */
export default function EventPage() {
  const { eventUUID = '' } = useParams();
  const [params] = useSearchParams();
  const signedIn = useSignedIn();
  const named = namedIn(params);
  const { data: event, error, refetch } = useQuery(eventQuery(eventUUID, signedIn, named));
  if (error instanceof ApiError && error.status === 404) return <NoSuchEvent />;
  if (error && !event) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  if (!event) return <LoadingState />;
  return <Shown event={event} recurrenceId={event.rrule ? named : null} />;
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

function Shown({ event, recurrenceId }: { event: CalendarEvent; recurrenceId: string | null }) {
  const signedIn = useSignedIn();
  const { calendars } = useGroups();
  const calendar = calendars.find(({ calendarUUID }) => calendarUUID === event.calendarUUID);
  useCalendarsLive(calendar ? [calendar.idCalendar] : []);
  const cover = coverAt(event.coverImage, 1024);
  const form = formOf(event, recurrenceId);
  const here = hereWhen(form);
  const origin = calendar ? originOf(calendar) : null;
  const isEntity = (calendar?.idEntity ?? null) !== null;
  usePageTitle(event.title);
  return (
    <article className={classes.page} data-tour="area">
      {cover && <img className={classes.cover} src={cover} alt={event.coverAlt ?? ''} />}
      <div className={classes.head}>
        <h1 className={classes.title} data-status={event.eventStatus} tabIndex={-1}>
          {event.title}
        </h1>
        {event.eventStatus !== 'CONFIRMED' && (
          <span className={classes.badge} data-status={event.eventStatus}>
            {texts.statuses[event.eventStatus]}
          </span>
        )}
      </div>
      <dl className={classes.facts}>
        <Fact icon={<IconClock {...icon} />} label={texts.when}>
          <span className={classes.when}>{formWhen(form)}</span>
          {here && (
            <>
              <span className={classes.faint}>{texts.zone(event.timeZone)}</span>
              <span className={classes.faint}>{texts.here(here)}</span>
            </>
          )}
        </Fact>
        {event.rrule && (
          <Fact icon={<IconRepeat {...icon} />} label={texts.ofSeries}>
            {repeatWords(event.rrule, formOf(event).startDate, event.timeZone)}
          </Fact>
        )}
        {event.place && (
          <Fact icon={<IconMapPin {...icon} />} label={texts.where}>
            <PlaceName name={event.place.name} idInfopoint={event.place.idInfopoint} />
            {event.place.address && <span className={classes.faint}>{event.place.address}</span>}
          </Fact>
        )}
        {event.place?.link && (
          <Fact icon={<IconVideo {...icon} />} label={texts.link}>
            <a href={event.place.link} rel="noreferrer" target="_blank">
              {event.place.link}
            </a>
          </Fact>
        )}
        {calendar && (
          <Fact icon={<IconCalendar {...icon} />} label={texts.calendar}>
            {calendar.name}
          </Fact>
        )}
        {origin && (
          <Fact icon={<IconRss {...icon} />} label={sourceTexts.state}>
            {origin}
          </Fact>
        )}
        {writes(event) && (
          <Fact icon={<IconEye {...icon} />} label={texts.visibility}>
            {isEntity && event.visibility === 'PRIVATE'
              ? privateOfEntity.label
              : visibilityTexts[event.visibility].label}
          </Fact>
        )}
      </dl>
      {event.description && (
        <section aria-label={texts.about}>
          <p className={classes.description}>{event.description}</p>
        </section>
      )}
      {event.links.length > 0 && (
        <section aria-labelledby="event-links">
          <h2 id="event-links">{texts.links}</h2>
          <ul className={classes.links}>
            {event.links.map(({ url, title }) => (
              <li key={url}>
                <a href={url} rel="noreferrer" target="_blank">
                  {title || url}
                  <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {event.enrollment && (
        <Suspense fallback={<LoadingState />}>
          <EnrollmentPart event={event} recurrenceId={recurrenceId} />
        </Suspense>
      )}
      {signedIn && (
        <Suspense fallback={<LoadingState />}>
          <Engagement event={event} recurrenceId={recurrenceId} />
        </Suspense>
      )}
      {signedIn && (
        <Suspense fallback={<LoadingState />}>
          <EventComments eventUUID={event.eventUUID} />
        </Suspense>
      )}
      {writes(event) && (
        <Suspense fallback={<LoadingState />}>
          <EventCover event={event} />
        </Suspense>
      )}
      {writes(event) && <Actions event={event} recurrenceId={recurrenceId} />}
      <Link className={classes.back} to={calendarPath('month', form.startDate)}>
        {texts.back}
      </Link>
    </article>
  );
}

type FactProps = { icon: ReactNode; label: string; children: ReactNode };

function Fact({ icon: sign, label, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>
        {sign}
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Actions({ event, recurrenceId }: { event: CalendarEvent; recurrenceId: string | null }) {
  const navigate = useNavigate();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const { calendars } = useGroups();
  const calendar = calendars.find(({ calendarUUID }) => calendarUUID === event.calendarUUID);
  const owner = organisations.find(({ idEntity }) => idEntity === calendar?.idEntity);
  const date = formOf(event, recurrenceId).startDate;
  const { askMove, setStatus, remove, dialog } = useEventActions(
    () => void navigate(calendarPath('month', date), { replace: true, state: STAY }),
  );
  const met = { ...event, isRecurring: recurrenceId !== null, recurrenceId };
  const off = event.eventStatus === 'CANCELLED';
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={editPath(event.eventUUID, owner?.entitySlug ?? ME, recurrenceId)}
      >
        {texts.edit}
      </Button>
      <Button variant="default" onClick={() => askMove(met)}>
        {texts.move}
      </Button>
      <Button variant="default" onClick={() => setStatus(met, off ? 'CONFIRMED' : 'CANCELLED')}>
        {off ? texts.restore : texts.cancel}
      </Button>
      <Suspense>
        <PromoteButton event={event} calendar={calendar} />
      </Suspense>
      <Button variant="subtle" color="red" onClick={() => remove(met)}>
        {texts.remove}
      </Button>
      {dialog}
    </div>
  );
}
