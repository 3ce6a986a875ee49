import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Entity } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { useModal } from '@/hooks/useModal.ts';
import { useNow } from '@/hooks/useNow.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { bookingTexts, timesTexts } from '@/texts/bookings.ts';
import { doorTexts as texts } from '@/texts/bookingsDay.ts';
import { resourcesStartTexts } from '@/texts/bookingsStarts.ts';
import { bookablesQuery, scheduleQuery } from './api.ts';
import classes from './DoorPage.module.css';
import { stateOf } from './now.ts';
import { openPath } from './paths.ts';
import { entriesOf } from './schedule.ts';
import { stateWords } from './stateWords.ts';
import { AVAILABLE } from './status.ts';
import { clockOf, isoOf, ms, spanOf, todayHere } from './times.ts';
import type { Bookable, ScheduleRow } from './types.ts';

const TICK_MS = 10_000;
/** What fits on a small screen. */
const FEW = 4;

/** /{organisation}/boka/{bookable}/skylt: a screen at the door, which says whether it is free now and what comes later today. */
export default function DoorPage() {
  const { entitySlug = '' } = useParams();
  const { data: entity, error, refetch } = useQuery(entityQuery(entitySlug));
  if (entity) return <AtDoor entity={entity} />;
  return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
}

function AtDoor({ entity }: { entity: Entity }) {
  const { bookableSlug } = useParams();
  const now = useNow(TICK_MS);
  const bookables = useQuery(bookablesQuery(entity.idEntity));
  const schedule = useQuery(scheduleQuery(entity.idEntity, todayHere(now), 1));
  const bookable = bookables.data?.content.find(({ slug }) => slug === bookableSlug);
  const row = schedule.data?.content.find(({ idBookable }) => idBookable === bookable?.idBookable);
  usePageTitle(bookable ? texts.title(bookable.name) : timesTexts.absent.title);
  useScreenOn();
  const failed = [bookables, schedule].find(({ data, error }) => error && !data);
  if (failed?.error) {
    return <ErrorState page error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!bookables.data || !schedule.data) return <LoadingState />;
  if (!bookable || !row) {
    return <EmptyState page title={timesTexts.absent.title} text={timesTexts.absent.text} />;
  }
  return <Door entity={entity} bookable={bookable} row={row} now={now} />;
}

type DoorProps = { entity: Entity; bookable: Bookable; row: ScheduleRow; now: number };

function Door({ entity, bookable, row, now }: DoorProps) {
  const online = useOnline();
  const navigate = useNavigate();
  // Above the header and the menus, which the keyboard does not reach meanwhile. Escape leaves as the link does.
  const dialog = useModal();
  const { name, place, slug, status, maxConcurrent } = bookable;
  const state = status === AVAILABLE ? stateOf(row, maxConcurrent, now) : undefined;
  const entries = entriesOf([row], [], todayHere(now));
  const current = entries.filter((one) => ms(one.start) <= now && now < ms(one.end));
  const later = entries.filter((one) => ms(one.start) > now);
  return (
    <dialog
      ref={dialog}
      className={classes.door}
      data-state={state?.kind ?? 'closed'}
      aria-labelledby="door-name"
      onCancel={() => void navigate(openPath(entity.entitySlug, slug))}
    >
      <div className={classes.top}>
        <p>{[entity.entityName, place].filter(Boolean).join(' · ')}</p>
        <p className={classes.clock}>{clockOf(isoOf(now))}</p>
      </div>
      <div className={classes.now}>
        <h1 id="door-name" className={classes.name} tabIndex={-1} data-autofocus>
          {name}
        </h1>
        <p className={classes.state} role="status">
          {state ? stateWords(state) : resourcesStartTexts.unavailable}
        </p>
        {current.map((one) => (
          <p key={one.start} className={classes.current}>
            {one.title} {spanOf(one)}
          </p>
        ))}
      </div>
      <section className={classes.later} aria-labelledby="door-later">
        <h2 id="door-later">{texts.later}</h2>
        {later.length === 0 && <p>{texts.nothingLater}</p>}
        <ul>
          {later.slice(0, FEW).map((one) => (
            <li key={one.start}>
              <span className={classes.span}>{spanOf(one)}</span> {one.title}
            </li>
          ))}
        </ul>
      </section>
      <p className={classes.foot}>
        {!online && <span role="alert">{bookingTexts.offline}</span>}
        <Link to={openPath(entity.entitySlug, slug)}>{texts.close}</Link>
      </p>
    </dialog>
  );
}

/** Keeps the screen on while the page is seen, where the browser can. */
function useScreenOn() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let over = false;
    async function keep() {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused on a low battery: the page is shown all the same.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (over) void lock?.release();
    }
    void keep();
    document.addEventListener('visibilitychange', keep);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', keep);
      void lock?.release();
    };
  }, []);
}
