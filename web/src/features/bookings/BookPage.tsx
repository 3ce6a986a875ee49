import { Button } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { isShown } from '@/lib/days.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { STAY } from '@/lib/stay.ts';
import { bookingTexts, bookTexts, timesTexts as texts } from '@/texts/bookings.ts';
import { bookablesQuery, bookingQuery } from './api.ts';
import classes from './components/bookings.module.css';
import { WeekTimes } from './components/WeekTimes.tsx';
import { BOOKINGS, bookPath, dayPath, resourcesPath } from './paths.ts';
import { todayHere, whenOf } from './times.ts';
import type { Bookable, Bookables, Booking, Slot } from './types.ts';

const BookDialog = lazy(() => loadPart(() => import('./components/BookDialog.tsx')));
const WaitDialog = lazy(() => loadPart(() => import('./components/WaitDialog.tsx')));
const MoveDialog = lazy(() => loadPart(() => import('./components/MoveDialog.tsx')));

const NOT_FOUND = 404;
const AVAILABLE = 1;
const HIDDEN = 0;

/** /{organisation}/boka: what can be booked there; with ?bookable=4 its free times, with &move=9 another time for a booking. */
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
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery(bookablesQuery(entity.idEntity));
  const chosen = numberIn(params, 'bookable');
  const found = data?.content.find(({ idBookable }) => idBookable === chosen);
  usePageTitle(found ? bookTexts.title(found.name) : `${texts.choose} – ${entity.entityName}`);
  if (!data) {
    if (error) return <ErrorState page error={error} onRetry={refetch} />;
    return <LoadingState />;
  }
  if (chosen !== undefined && !found) return <Absent slug={entity.entitySlug} />;
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
      {found ? (
        <TimesOf key={found.idBookable} entity={entity} bookable={found} />
      ) : (
        <Choices entity={entity} bookables={data} />
      )}
    </div>
  );
}

function Choices({ entity, bookables }: { entity: Entity; bookables: Bookables }) {
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

const About = ({ bookable: { name, kind, place } }: { bookable: Bookable }) => (
  <>
    <span className={classes.choiceName}>{name}</span>
    <span className={classes.faint}>
      {[bookingTexts.kinds[kind], place].filter(Boolean).join(' · ')}
    </span>
  </>
);

/** The free times of one bookable, and the dialog over the one that is chosen. */
function TimesOf({ entity, bookable }: { entity: Entity; bookable: Bookable }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<Slot | null>(null);
  const [waitedFor, setWaitedFor] = useState<Slot | null>(null);
  const move = numberIn(params, 'move');
  const { data: booking } = useQuery({ ...bookingQuery(move ?? 0), enabled: move !== undefined });
  // What is offered to somebody who waited names its start in milliseconds.
  const offered = numberIn(params, 'start');
  const asked = params.get('date') ?? (offered ? todayHere(offered) : '');
  const date = isShown(asked) && asked >= todayHere() ? asked : todayHere();
  const { idBookable, description, place, requiresApproval, status } = bookable;
  const books = bookable.abilities.includes('BOOK');
  const mayBook = books || bookable.abilities.includes('MANAGE');
  const onDate = (day: string) =>
    void navigate(
      bookPath(entity.entitySlug, { bookable: idBookable, date: day, ...(move && { move }) }),
      { state: STAY, preventScrollReset: true, replace: true },
    );
  const isOpen = status === AVAILABLE && (mayBook || move !== undefined);
  const mayWait = isOpen && books && move === undefined;
  return (
    <>
      {(place || description) && (
        <p className={classes.lead}>{[place, description].filter(Boolean).join('. ')}</p>
      )}
      {move !== undefined && booking && <Moving booking={booking} />}
      {status !== AVAILABLE && <p className={classes.notice}>{texts.closed}</p>}
      {status === AVAILABLE && !isOpen && <p className={classes.notice}>{texts.mayNot}</p>}
      {isOpen && requiresApproval && <p className={classes.faint}>{texts.approval}</p>}
      {mayWait && <p className={classes.faint}>{texts.queue}</p>}
      <WeekTimes
        bookable={bookable}
        date={date}
        onDate={onDate}
        except={move}
        {...(isOpen && { onChoose: setChosen })}
        {...(mayWait && { onWait: setWaitedFor })}
      />
      <Suspense>
        {waitedFor && (
          <WaitDialog bookable={bookable} slot={waitedFor} onClose={() => setWaitedFor(null)} />
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

function Moving({ booking }: { booking: Booking }) {
  return (
    <div className={classes.notice}>
      <p>
        <strong>{texts.moving(booking.bookableName)}</strong>
      </p>
      <p>{texts.movingFrom(whenOf(booking))}</p>
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
