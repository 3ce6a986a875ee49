import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { ShareButton } from '@/area/ShareButton.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { shortDate } from '@/lib/dates.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { resourceTexts } from '@/texts/bookingsManage.ts';
import { talksTexts as texts } from '@/texts/bookingsStarts.ts';
import { aheadQuery, bookablesQuery, comingQuery } from '../api.ts';
import { BookingCard } from '../components/BookingCard.tsx';
import classes from '../components/manage.module.css';
import { bookPath, openPath, talksPath } from '../paths.ts';
import { comingAndPast } from '../schedule.ts';
import { AVAILABLE, HIDDEN } from '../status.ts';
import { todayHere } from '../times.ts';
import type { Bookable } from '../types.ts';
import { isTalk, leftOf } from './talks.ts';

const TalksDialog = lazy(() => loadPart(() => import('./TalksDialog.tsx')));
const TalkDay = lazy(() => loadPart(() => import('./TalkDay.tsx')));

/** /utvecklingssamtal: talks that one may book; for who runs the school making them, and with ?bookable=4 who has booked. */
export default function TalksStart() {
  return (
    <ForOrganisation>
      {(mine, manages) => <StartOf key={mine.idEntity} mine={mine} manages={manages} />}
    </ForOrganisation>
  );
}

function StartOf({ mine, manages }: { mine: Membership; manages: boolean }) {
  const { idEntity } = mine;
  const [params] = useSearchParams();
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(bookablesQuery(idEntity));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  const talks = data.content.filter((one) => isTalk(one) && (manages || one.status !== HIDDEN));
  const asked = talks.find(({ idBookable }) => String(idBookable) === params.get('bookable'));
  if (asked && manages) {
    return (
      <Suspense fallback={<LoadingState />}>
        <TalkDay key={asked.idBookable} mine={mine} talk={asked} />
      </Suspense>
    );
  }
  const make = manages && <Button onClick={() => setMaking(true)}>{texts.make}</Button>;
  return (
    <>
      <Mine talks={talks} />
      {talks.length === 0 ? (
        <EmptyState
          title={texts.none.title}
          text={manages ? texts.none.manager : texts.none.text}
          icon={<IconMessages size={28} stroke={1.5} />}
        >
          {make}
        </EmptyState>
      ) : (
        <section className={classes.section} aria-labelledby="talks">
          <div className={classes.top}>
            <h2 id="talks">{texts.list}</h2>
            {make}
          </div>
          <ul className={classes.list}>
            {talks.map((talk) => (
              <li key={talk.idBookable} className={classes.item}>
                <Talk talk={talk} mine={mine} manages={manages} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {manages && (
        <p className={classes.links}>
          <Link to={`/members/invite?organization=${idEntity}`}>{texts.invite}</Link>
        </p>
      )}
      {making && (
        <Suspense>
          <TalksDialog idEntity={idEntity} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  );
}

type TalkProps = { talk: Bookable; mine: Membership; manages: boolean };

function Talk({ talk, mine, manages }: TalkProps) {
  const { idBookable, name, slug, place, status, abilities } = talk;
  const { data } = useQuery(aheadQuery(idBookable, todayHere()));
  const left = data && leftOf(data);
  const link = window.location.origin + openPath(mine.entitySlug, slug);
  const books = abilities.includes('BOOK') && status === AVAILABLE && left && left.count > 0;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ type: 'success', message: texts.copied }),
      () => toast({ type: 'error', message: texts.copyFailed }),
    );
  return (
    <>
      <div className={classes.itemText}>
        <p className={classes.name}>{name}</p>
        <p className={classes.faint}>
          {[
            place,
            status === AVAILABLE ? '' : resourceTexts.status[status],
            left && texts.left(left.count),
            left?.first && texts.firstOn(shortDate(left.first)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={classes.buttons}>
        {manages && (
          <>
            <Button variant="default" aria-label={texts.copyOf(name)} onClick={() => void copy()}>
              {texts.copy}
            </Button>
            <ShareButton
              text={texts.message(name, link)}
              what={texts.what}
              label={texts.share}
              name={texts.shareOf(name)}
            />
            <Button
              component={Link}
              variant={books ? 'default' : 'filled'}
              to={talksPath(mine.idEntity, idBookable)}
              aria-label={texts.seeOf(name)}
            >
              {texts.see}
            </Button>
          </>
        )}
        {books && left.first && (
          <Button
            component={Link}
            to={bookPath(mine.entitySlug, { bookable: idBookable, date: left.first })}
            aria-label={texts.bookOf(name)}
          >
            {texts.book}
          </Button>
        )}
      </div>
    </>
  );
}

/** The talks that one has booked oneself. */
function Mine({ talks }: { talks: readonly Bookable[] }) {
  const { data } = useInfiniteQuery(comingQuery(todayHere()));
  const all = data?.pages.flatMap(({ content }) => content) ?? [];
  const ids = new Set(talks.map(({ idBookable }) => idBookable));
  const { coming } = comingAndPast(
    all.filter(({ idBookable }) => ids.has(idBookable)),
    Date.now(),
  );
  if (coming.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="my-talks">
      <h2 id="my-talks">{texts.mine}</h2>
      <ul className={classes.list}>
        {coming.map((one) => (
          <li key={one.idReservationExclusive}>
            <BookingCard booking={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}
