import { Button, NativeSelect } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { PlaceName } from '@/area/PlaceName.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { isShown } from '@/lib/days.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { STAY } from '@/lib/stay.ts';
import { bookingTexts, bookTexts, timesTexts as texts } from '@/texts/bookings.ts';
import { groupTexts } from '@/texts/bookingsGroups.ts';
import { bookablesQuery, bookingQuery, freeAnew, groupsQuery, slotsQuery } from './api.ts';
import classes from './components/bookings.module.css';
import { Pictures, Thumb } from './components/Pictures.tsx';
import { WeekTimes } from './components/WeekTimes.tsx';
import { isAvailable, mayBeBooked, shownOf } from './groups.ts';
import { BOOKINGS, bookPath, dayPath, resourcesPath } from './paths.ts';
import { AVAILABLE, HIDDEN } from './status.ts';
import { todayHere, whenOf } from './times.ts';
import type { Bookable, BookableGroup, Bookables, Booking, Slot } from './types.ts';

const GroupTimes = lazy(() => loadPart(() => import('./components/GroupTimes.tsx')));
const BookDialog = lazy(() => loadPart(() => import('./components/BookDialog.tsx')));
const WaitDialog = lazy(() => loadPart(() => import('./components/WaitDialog.tsx')));
const MoveDialog = lazy(() => loadPart(() => import('./components/MoveDialog.tsx')));

const NOT_FOUND = 404;

/** /{organisation}/boka: what can be booked there; with ?bookable=4 or ?group=3 its free times, with &move=9 another time for a booking.
 * /{organisation}/boka/{bookable}: the same of one, by the address that everybody is given. */
export default function BookPage() {
  const { entitySlug = '' } = useParams();
  const { data: entity, error, refetch } = useQuery(entityQuery(entitySlug));
  if (entity) return <AtEntity entity={entity} />;
  if (error instanceof ApiError && error.status === NOT_FOUND) return <Absent />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

const numberIn = (params: URLSearchParams, name: string): number | undefined => {
  const id = Number(params.get(name) ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

function AtEntity({ entity }: { entity: Entity }) {
  const { bookableSlug } = useParams();
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery(bookablesQuery(entity.idEntity));
  const groups = useQuery(groupsQuery(entity.idEntity));
  const chosen = numberIn(params, 'bookable');
  const bookable = data?.content.find(({ idBookable, slug }) =>
    bookableSlug === undefined ? idBookable === chosen : slug === bookableSlug,
  );
  // A bookable that is named goes before a group.
  const isNamed = chosen !== undefined || bookableSlug !== undefined;
  const any = isNamed ? undefined : numberIn(params, 'group');
  const group = groups.data?.find(({ idGroup }) => idGroup === any);
  const found = bookable ?? group;
  usePageTitle(found ? bookTexts.title(found.name) : `${texts.choose} – ${entity.entityName}`);
  if (!data) {
    if (error) return <ErrorState page error={error} onRetry={refetch} />;
    return <LoadingState />;
  }
  if (isNamed && !bookable) return <Absent slug={entity.entitySlug} />;
  // What is booked one by one does not wait for groups, but the list of both comes at once.
  if (!bookable && groups.isPending) return <LoadingState />;
  if (any !== undefined && !group) {
    if (groups.data) return <Absent slug={entity.entitySlug} />;
    return <ErrorState page error={groups.error} onRetry={() => void groups.refetch()} />;
  }
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {found ? found.name : `${bookingTexts.title} – ${entity.entityName}`}
        </h1>
        <p className={classes.ways}>
          <Link to={found ? bookPath(entity.entitySlug) : `/${entity.entitySlug}`}>
            {found ? texts.others : entity.entityName}
          </Link>
          {data.abilities.includes('MANAGE') && (
            <>
              <Link to={dayPath(entity.entitySlug)}>{texts.day}</Link>
              <Link to={resourcesPath(entity.idEntity)}>{texts.manage}</Link>
            </>
          )}
        </p>
      </div>
      {bookable && (
        <TimesOf key={bookable.idBookable} bookable={bookable} bookables={data.content} />
      )}
      {group && <TimesOfGroup group={group} bookables={data.content} />}
      {!found && groups.error && (
        <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
      )}
      {!found && <Choices entity={entity} bookables={data} groups={groups.data ?? []} />}
    </div>
  );
}

type ChoicesProps = { entity: Entity; bookables: Bookables; groups: readonly BookableGroup[] };

function Choices({ entity, bookables, groups }: ChoicesProps) {
  const manages = bookables.abilities.includes('MANAGE');
  const shown = bookables.content.filter(({ status }) => status !== HIDDEN);
  if (shown.length === 0) {
    return (
      <EmptyState
        title={texts.none.title}
        text={manages ? texts.managerNone : texts.none.text}
        icon={<IconCalendarCheck size={28} stroke={1.5} />}
      >
        {manages && (
          <Button component={Link} to={resourcesPath(entity.idEntity)}>
            {texts.manage}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <h2>{texts.choose}</h2>
      <ul className={classes.choices}>
        {groups.map((group) => (
          <GroupChoice
            key={`group ${group.idGroup}`}
            entity={entity}
            group={group}
            shown={shownOf(group, shown)}
          />
        ))}
        {shown.map((one) => (
          <li key={one.idBookable}>
            {one.status === AVAILABLE ? (
              <Link
                className={classes.choice}
                to={bookPath(entity.entitySlug, { bookable: one.idBookable })}
              >
                <About bookable={one} />
              </Link>
            ) : (
              <div className={classes.choice}>
                <About bookable={one} />
                <span className={classes.faint}>{texts.closed}</span>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

type GroupChoiceProps = { entity: Entity; group: BookableGroup; shown: readonly Bookable[] };

/** A group with what one may get of it. One of which nothing can be booked is none. */
function GroupChoice({ entity, group: { idGroup, name }, shown }: GroupChoiceProps) {
  const open = shown.filter(isAvailable);
  if (open.length === 0) return null;
  return (
    <li>
      <Link className={classes.choice} to={bookPath(entity.entitySlug, { group: idGroup })}>
        <span className={classes.choiceName}>{name}</span>
        <span className={classes.faint}>{groupTexts.anyOf(open.map((one) => one.name))}</span>
      </Link>
    </li>
  );
}

const About = ({ bookable }: { bookable: Bookable }) => (
  <>
    <Thumb bookable={bookable} />
    <span className={classes.choiceName}>{bookable.name}</span>
    <span className={classes.faint}>
      {[bookingTexts.kinds[bookable.kind], bookable.place].filter(Boolean).join(' · ')}
    </span>
  </>
);

type TimesOfGroupProps = {
  group: BookableGroup;
  bookables: readonly Bookable[];
};

function TimesOfGroup({ group, bookables }: TimesOfGroupProps) {
  return (
    <Suspense fallback={<LoadingState />}>
      <GroupTimes key={group.idGroup} group={group} bookables={bookables} {...useDay()} />
    </Suspense>
  );
}

/** The day that the address names, unless it is over; another is the same page, and Back leads away from it. */
function useDay() {
  const [params, setParams] = useSearchParams();
  // What is offered to somebody who waited names its start in milliseconds; the page for everybody has a word of its own.
  const offered = numberIn(params, 'start');
  const client = useQueryClient();
  // The week may be held as it was before the offer: whoever waited had it open.
  useEffect(() => {
    if (offered) void freeAnew(client);
  }, [offered, client]);
  const asked = params.get('date') ?? params.get('dag') ?? (offered ? todayHere(offered) : '');
  const date = isShown(asked) && asked >= todayHere() ? asked : todayHere();
  function onDate(day: string) {
    const next = new URLSearchParams(params);
    for (const name of ['start', 'dag']) next.delete(name);
    next.set('date', day);
    setParams(next, { state: STAY, preventScrollReset: true, replace: true });
  }
  return { date, onDate };
}

type TimesOfProps = {
  bookable: Bookable;
  /** What else the organisation has, for a booking that moves. */
  bookables: readonly Bookable[];
};

/** The free times of one bookable, and the dialog over the one that is chosen. */
function TimesOf({ bookable, bookables }: TimesOfProps) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<Slot | null>(null);
  const [waitedFor, setWaitedFor] = useState<Slot | null>(null);
  const move = numberIn(params, 'move');
  const { data: booking } = useQuery({ ...bookingQuery(move ?? 0), enabled: move !== undefined });
  const { date, onDate } = useDay();
  const { idBookable, name, description, place, requiresApproval, status } = bookable;
  const books = bookable.abilities.includes('BOOK');
  const isOpen = mayBeBooked(bookable) || (isAvailable(bookable) && move !== undefined);
  const mayWait = isOpen && books && move === undefined;
  return (
    <>
      {(place || description) && (
        <p className={classes.lead}>
          {place && <PlaceName name={place} idInfopoint={bookable.idInfopoint} />}
          {place && description && '. '}
          {description}
        </p>
      )}
      <Pictures bookable={bookable} />
      {move !== undefined && booking && (
        <Moving booking={booking} to={bookable} bookables={bookables} />
      )}
      {status !== AVAILABLE && <p className={classes.notice}>{texts.closed}</p>}
      {status === AVAILABLE && !isOpen && <p className={classes.notice}>{texts.mayNot}</p>}
      {isOpen && requiresApproval && <p className={classes.faint}>{texts.approval}</p>}
      {mayWait && <p className={classes.faint}>{texts.queue}</p>}
      <WeekTimes
        name={name}
        query={slotsQuery({ kind: 'bookables', id: idBookable }, date, move)}
        date={date}
        onDate={onDate}
        {...(isOpen && { onChoose: setChosen })}
        {...(mayWait && { onWait: setWaitedFor })}
      />
      <Suspense>
        {waitedFor && (
          <WaitDialog
            bookable={bookable}
            slot={waitedFor}
            onChoose={(slot) => {
              setWaitedFor(null);
              setChosen(slot);
            }}
            onClose={() => setWaitedFor(null)}
          />
        )}
        {chosen && move === undefined && (
          <BookDialog bookable={bookable} slot={chosen} onClose={() => setChosen(null)} />
        )}
        {chosen && booking && (
          <MoveDialog
            bookable={bookable}
            booking={booking}
            slot={chosen}
            onMoved={() => void navigate(BOOKINGS)}
            onClose={() => setChosen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type MovingProps = { booking: Booking; to: Bookable; bookables: readonly Bookable[] };

/** What is moved, and to what: the same, or another of the organisation's that one may book. */
function Moving({ booking, to, bookables }: MovingProps) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { entitySlug, idReservationExclusive: move, idBookable } = booking;
  const date = params.get('date') ?? undefined;
  const offered = bookables.filter(
    (one) => one.idBookable === idBookable || one === to || mayBeBooked(one),
  );
  return (
    <div className={classes.notice}>
      <p>
        <strong>{texts.moving(booking.bookableName)}</strong>
      </p>
      <p>{texts.movingFrom(whenOf(booking))}</p>
      {offered.length > 1 && (
        <NativeSelect
          label={texts.movingTo}
          value={String(to.idBookable)}
          data={offered.map((one) => ({ value: String(one.idBookable), label: one.name }))}
          onChange={({ currentTarget }) => {
            const bookable = Number(currentTarget.value);
            const path = bookPath(entitySlug, { bookable, move, ...(date && { date }) });
            void navigate(path, { replace: true, state: STAY, preventScrollReset: true });
          }}
        />
      )}
      <Link className={classes.plain} to={BOOKINGS}>
        {texts.stopMoving}
      </Link>
    </div>
  );
}

function Absent({ slug }: { slug?: string }) {
  usePageTitle(texts.absent.title);
  return (
    <EmptyState
      page
      title={texts.absent.title}
      text={texts.absent.text}
      icon={<IconCalendarCheck size={28} stroke={1.5} />}
    >
      <Button component={Link} to={slug ? bookPath(slug) : BOOKINGS}>
        {slug ? texts.others : bookingTexts.mine}
      </Button>
    </EmptyState>
  );
}
