import { Button } from '@mantine/core';
import { IconArmchair } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import type { Membership } from '@/api/types.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { useNow } from '@/hooks/useNow.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { bookingTexts } from '@/texts/bookings.ts';
import { resourcesStartTexts as texts } from '@/texts/bookingsStarts.ts';
import { aheadQuery, bookablesQuery, comingQuery, scheduleQuery } from '../api.ts';
import { BookingCard } from '../components/BookingCard.tsx';
import classes from '../components/manage.module.css';
import { mayBeBooked } from '../groups.ts';
import { stateOf } from '../now.ts';
import { bookPath, dayPath, resourcesPath } from '../paths.ts';
import { comingAndPast } from '../schedule.ts';
import { stateWords } from '../stateWords.ts';
import { AVAILABLE, HIDDEN } from '../status.ts';
import { ms, todayHere } from '../times.ts';
import type { Bookable, ScheduleRow, Slot } from '../types.ts';
import { isTalk } from './talks.ts';

const BookDialog = lazy(() => loadPart(() => import('../components/BookDialog.tsx')));

const MINUTE_MS = 60_000;
const FEW = 3;
const WEEK = 7;

/** /resursbokning: what can be booked at one's organisation, how it stands now, and the next time of it. */
export default function ResourcesStart() {
  return (
    <ForOrganisation>
      {(mine, manages) => <StartOf key={mine.idEntity} mine={mine} manages={manages} />}
    </ForOrganisation>
  );
}

type Chosen = { bookable: Bookable; slot: Slot };

function StartOf({ mine, manages }: { mine: Membership; manages: boolean }) {
  const { idEntity, entityName, entitySlug } = mine;
  const now = useNow(MINUTE_MS);
  const online = useOnline();
  const today = todayHere(now);
  const { data, error, refetch } = useQuery(bookablesQuery(idEntity));
  const schedule = useQuery(scheduleQuery(idEntity, today, 1));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  const shown = data.content.filter((one) => one.status !== HIDDEN && !isTalk(one));
  const rows = new Map(
    (schedule.data?.content ?? []).map((row): [number, ScheduleRow] => [row.idBookable, row]),
  );
  return (
    <>
      {manages && (
        <p className={classes.links}>
          <Link to={dayPath(entitySlug)}>{texts.day}</Link>
          <Link to={resourcesPath(idEntity)}>{texts.manage}</Link>
        </p>
      )}
      {!online && <p role="status">{bookingTexts.offline}</p>}
      {shown.length === 0 ? (
        <EmptyState
          title={texts.none.title}
          text={manages ? texts.none.manager : texts.none.text}
          icon={<IconArmchair size={28} stroke={1.5} />}
        >
          {manages && (
            <Button component={Link} to={resourcesPath(idEntity)}>
              {texts.first}
            </Button>
          )}
        </EmptyState>
      ) : (
        <section className={classes.section} aria-labelledby="resources-now">
          <h2 id="resources-now">{texts.now(entityName)}</h2>
          {schedule.error && !schedule.data && (
            <ErrorState error={schedule.error} onRetry={() => void schedule.refetch()} />
          )}
          <ul className={classes.list}>
            {shown.map((bookable) => (
              <li key={bookable.idBookable} className={classes.item}>
                <Item
                  bookable={bookable}
                  row={rows.get(bookable.idBookable)}
                  now={now}
                  slug={entitySlug}
                  onChoose={(slot) => setChosen({ bookable, slot })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Mine idEntity={idEntity} today={today} />
      {chosen && (
        <Suspense>
          <BookDialog {...chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  );
}

type ItemProps = {
  bookable: Bookable;
  row: ScheduleRow | undefined;
  now: number;
  slug: string;
  onChoose: (slot: Slot) => void;
};

function Item({ bookable, row, now, slug, onChoose }: ItemProps) {
  const { idBookable, name, kind, place, status, maxConcurrent } = bookable;
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const mayBook = mayBeBooked(bookable);
  const state = row && status === AVAILABLE ? stateOf(row, maxConcurrent, now) : undefined;

  /** Its next free time; it is asked for now, for others book meanwhile. */
  async function next() {
    setAsking(true);
    try {
      const slots = await client.fetchQuery(aheadQuery(idBookable, todayHere(), WEEK));
      const slot = slots.find(({ free, start }) => free && ms(start) >= Date.now());
      if (slot) onChoose(slot);
      else toast({ type: 'info', message: texts.noneSoon(name) });
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    } finally {
      setAsking(false);
    }
  }

  return (
    <>
      <div className={classes.itemText}>
        <p className={classes.name}>{name}</p>
        <p className={classes.faint}>
          {[bookingTexts.kinds[kind], place].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className={classes.status} data-off={state?.kind !== 'free' || undefined}>
        {status === AVAILABLE ? state && stateWords(state) : texts.unavailable}
      </span>
      {mayBook && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            component={Link}
            to={bookPath(slug, { bookable: idBookable })}
            aria-label={texts.timesOf(name)}
          >
            {texts.times}
          </Button>
          <Button loading={asking} aria-label={texts.bookOf(name)} onClick={() => void next()}>
            {texts.book}
          </Button>
        </div>
      )}
    </>
  );
}

/** What one has booked there oneself. */
function Mine({ idEntity, today }: { idEntity: number; today: string }) {
  const { data } = useInfiniteQuery(comingQuery(today));
  const all = data?.pages.flatMap(({ content }) => content) ?? [];
  const { coming } = comingAndPast(
    all.filter((one) => one.idEntity === idEntity),
    Date.now(),
  );
  if (coming.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="resources-mine">
      <h2 id="resources-mine">{texts.mine}</h2>
      <ul className={classes.list}>
        {coming.slice(0, FEW).map((one) => (
          <li key={one.idReservationExclusive}>
            <BookingCard booking={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}
