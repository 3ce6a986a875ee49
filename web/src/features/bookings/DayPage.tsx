import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCalendarCheck,
  IconChevronLeft,
  IconChevronRight,
  IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { usePrinting } from '@/hooks/usePrinting.ts';
import { capital, shortDate } from '@/lib/dates.ts';
import { isShown, mondayOf, plusDays, weekOf } from '@/lib/days.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { STAY } from '@/lib/stay.ts';
import { bookingTexts } from '@/texts/bookings.ts';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import {
  bookablesQuery,
  bookingQuery,
  dayBookingsQuery,
  scheduleQuery,
  waitingQuery,
} from './api.ts';
import { DayGrid } from './components/DayGrid.tsx';
import { DayList } from './components/DayList.tsx';
import { DoorList } from './components/DoorList.tsx';
import classes from './components/day.module.css';
import { Waiting } from './components/Waiting.tsx';
import { WeekTable } from './components/WeekTable.tsx';
import { billsPath, bookPath, dayPath, resourcesPath } from './paths.ts';
import { entriesOf, waiting } from './schedule.ts';
import { daysOfWeek, todayHere } from './times.ts';
import type { Bookable, Bookables, Booking } from './types.ts';

const EntryDialog = lazy(() => loadPart(() => import('./components/EntryDialog.tsx')));

const WEEK = 7;
/** As wide as a table of a week needs; the style sheet's own width. */
const DESK = '(min-width: 48.01em)';
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
type View = 'day' | 'week';

/** /{organisation}/bokningar: who has booked what on a day, with ?view=week in its week; for who manages it. */
export default function DayPage() {
  const { entitySlug = '' } = useParams();
  const { data: entity, error, refetch } = useQuery(entityQuery(entitySlug));
  usePageTitle(entity ? texts.of(entity.entityName) : texts.title);
  if (entity) return <DayOf key={entity.idEntity} entity={entity} />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function DayOf({ entity }: { entity: Entity }) {
  const { data, error, refetch } = useQuery(bookablesQuery(entity.idEntity));
  if (!data) {
    if (error) return <ErrorState page error={error} onRetry={refetch} />;
    return <LoadingState />;
  }
  if (!data.abilities.includes('MANAGE')) {
    return (
      <EmptyState page {...texts.noAccess} icon={<IconCalendarCheck size={28} stroke={1.5} />}>
        <Button component={Link} to={bookPath(entity.entitySlug)}>
          {texts.toBook}
        </Button>
      </EmptyState>
    );
  }
  return <Managed entity={entity} bookables={data} />;
}

function Managed({ entity, bookables }: { entity: Entity; bookables: Bookables }) {
  const [params] = useSearchParams();
  const desk = useMediaQuery(DESK, undefined, { getInitialValueInEffect: false }) ?? false;
  const printing = usePrinting();
  const [open, setOpen] = useState<number | null>(null);
  const today = todayHere();
  const asked = params.get('date') ?? '';
  const date = isShown(asked) ? asked : today;
  const view: View = params.get('view') === 'week' ? 'week' : 'day';
  const days = useMemo(() => (view === 'week' ? daysOfWeek(date) : [date]), [view, date]);
  const from = view === 'week' ? mondayOf(date) : date;
  const schedule = useQuery(scheduleQuery(entity.idEntity, from, days.length));
  const bookings = useQuery(dayBookingsQuery(entity.idEntity, from, days.length));
  const asking = useQuery(waitingQuery(entity.idEntity, today));
  const rows = schedule.isPlaceholderData ? [] : (schedule.data?.content ?? []);
  // A phone has the list alone; a desk has both for a day, and for a week the table alone. What is not seen is not drawn.
  const byTime = !desk || view === 'day';
  const byDay =
    byTime || printing
      ? days.map((day) => ({ day, entries: entriesOf(rows, bookings.data ?? [], day) }))
      : [];
  const error = schedule.error ?? bookings.error;
  const isKnown = schedule.data && !schedule.isPlaceholderData;

  return (
    <div className={classes.page} data-view={view} data-bookings>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.of(entity.entityName)}
        </h1>
        <p className={classes.links}>
          <Link to={bookPath(entity.entitySlug)}>{texts.toBook}</Link>
          <Link to={resourcesPath(entity.idEntity)}>{texts.manage}</Link>
          <Link to={billsPath(entity.entitySlug)}>{texts.bills}</Link>
        </p>
      </div>
      <OfflineNote text={bookingTexts.offline} />
      <Waiting bookings={waiting(asking.data ?? [], Date.now())} />
      <Leaf slug={entity.entitySlug} date={date} view={view} today={today} />
      {error && !isKnown && <ErrorState error={error} onRetry={() => void schedule.refetch()} />}
      {!error && !isKnown && <LoadingState />}
      {isKnown && rows.length === 0 && (
        <EmptyState {...texts.none} icon={<IconCalendarCheck size={28} stroke={1.5} />}>
          <Button component={Link} to={resourcesPath(entity.idEntity)}>
            {texts.manage}
          </Button>
        </EmptyState>
      )}
      {isKnown && rows.length > 0 && (
        <>
          {desk && (
            <div className={classes.desk}>
              {view === 'week' ? (
                <WeekTable {...{ rows, days }} onOpen={setOpen} />
              ) : (
                <DayGrid {...{ rows, date }} onOpen={setOpen} />
              )}
            </div>
          )}
          {byTime && (
            <div className={classes.byTime}>
              {byDay.map((one) => (
                <section key={one.day} aria-labelledby={`of-${one.day}`}>
                  <h2 id={`of-${one.day}`} className={classes.dayName}>
                    {capital(shortDate(one.day))}
                    <span className={classes.faint}> {texts.count(one.entries.length)}</span>
                  </h2>
                  <DayList
                    entries={one.entries}
                    label={`${texts.list}, ${shortDate(one.day)}`}
                    onOpen={setOpen}
                  />
                </section>
              ))}
            </div>
          )}
          {printing && <DoorList days={byDay} rows={rows} bookables={bookables.content} />}
        </>
      )}
      {open !== null && (
        <OpenBooking
          id={open}
          known={bookings.data}
          bookables={bookables.content}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

type OpenBookingProps = {
  id: number;
  known: readonly Booking[] | undefined;
  bookables: readonly Bookable[];
  onClose: () => void;
};

/** A booking in its dialog: one of the days' that are known, otherwise fetched by its id. */
function OpenBooking({ id, known, bookables, onClose }: OpenBookingProps) {
  const found = known?.find((one) => one.idReservationExclusive === id);
  const { data, error } = useQuery({ ...bookingQuery(id), enabled: !found });
  const booking = found ?? data;
  useEffect(() => {
    if (!error) return;
    toast({ type: 'error', message: messageOf(error) });
    onClose();
  }, [error, onClose]);
  if (!booking) return null;
  const of = bookables.find((one) => one.idBookable === booking.idBookable);
  return (
    <Suspense>
      <EntryDialog booking={booking} questions={of?.questions ?? []} onClose={onClose} />
    </Suspense>
  );
}

type LeafProps = { slug: string; date: string; view: View; today: string };

/** From day to day or week to week, and between the two. */
function Leaf({ slug, date, view, today }: LeafProps) {
  const step = view === 'week' ? WEEK : 1;
  const to = (day: string, as: View = view) => ({
    to: dayPath(slug, day, as === 'week' ? 'week' : undefined),
    state: STAY,
    preventScrollReset: true,
  });
  return (
    <nav className={classes.bar} aria-label={texts.views}>
      <Link
        className={classes.step}
        aria-label={texts.previous[view]}
        {...to(plusDays(date, -step))}
      >
        <IconChevronLeft {...icon} />
      </Link>
      <Link className={classes.step} aria-label={texts.next[view]} {...to(plusDays(date, step))}>
        <IconChevronRight {...icon} />
      </Link>
      <p className={classes.period} aria-live="polite">
        {view === 'week' ? texts.week(weekOf(date).week) : capital(shortDate(date))}
      </p>
      {date !== today && (
        <Link className={classes.link} {...to(today)}>
          {texts.today}
        </Link>
      )}
      {(['day', 'week'] as const).map((one) => (
        <Link
          key={one}
          className={classes.view}
          aria-current={one === view ? 'page' : undefined}
          {...to(date, one)}
        >
          {texts.view[one]}
        </Link>
      ))}
      <button type="button" className={classes.view} onClick={() => window.print()}>
        <IconPrinter {...icon} /> {texts.print}
      </button>
    </nav>
  );
}
