import { Button, NativeSelect } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Membership, Relation } from '@/api/types.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { peopleOfQuery } from '@/features/entities/api.ts';
import { capital, shortDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { talksTexts as texts } from '@/texts/bookingsStarts.ts';
import { bookingsOfQuery, hoursQuery, slotsQuery } from '../api.ts';
import classes from '../components/manage.module.css';
import { resourcePath, talksPath } from '../paths.ts';
import { spanOf, todayHere } from '../times.ts';
import type { Bookable, Booking } from '../types.ts';
import { daysOf, notBooked, rowsOf, type TalkRow } from './talks.ts';

type TalkDayProps = { mine: Membership; talk: Bookable };

/** Who has booked a talk, day by day, which times are empty, and who has not booked; also on paper. */
export default function TalkDay({ mine, talk }: TalkDayProps) {
  const { idBookable, name } = talk;
  const [params, setParams] = useSearchParams();
  const hours = useQuery(hoursQuery({ kind: 'bookables', id: idBookable }));
  const days = hours.data ? daysOf(hours.data) : [];
  const today = todayHere();
  const asked = params.get('date') ?? '';
  const date =
    days.find((day) => day === asked) ?? days.find((day) => day >= today) ?? days.at(-1) ?? today;
  const bookings = useQuery({
    ...bookingsOfQuery(idBookable, days[0] ?? today),
    enabled: days.length > 0,
  });
  const slots = useQuery({
    ...slotsQuery({ kind: 'bookables', id: idBookable }, date),
    enabled: days.length > 0,
  });
  const error = hours.error ?? bookings.error;
  const all = bookings.data ?? [];
  const rows = rowsOf(date, all, slots.data?.content ?? []);
  const free = rows.filter(({ booking }) => !booking).length;

  function choose(day: string) {
    const next = new URLSearchParams(params);
    next.set('date', day);
    setParams(next, { state: STAY, preventScrollReset: true, replace: true });
  }
  return (
    <section className={classes.section} aria-labelledby="talk" data-talks>
      <div className={classes.top}>
        <h2 id="talk">{name}</h2>
        <p className={classes.links} data-unprinted>
          <Link to={talksPath(mine.idEntity)}>{texts.back}</Link>
          <Link to={resourcePath(idBookable)}>{texts.settings}</Link>
        </p>
      </div>
      {error && (
        <ErrorState
          error={error}
          onRetry={() => void Promise.all([hours.refetch(), bookings.refetch()])}
        />
      )}
      {!error && !(hours.data && (bookings.data || days.length === 0)) && <LoadingState />}
      {hours.data && days.length === 0 && <p className={classes.faint}>{texts.noDays}</p>}
      {bookings.data && (
        <>
          <div className={classes.top} data-unprinted>
            <NativeSelect
              label={texts.date}
              value={date}
              data={days.map((day) => ({ value: day, label: capital(shortDate(day)) }))}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {texts.print}
            </Button>
          </div>
          <p role="status">{texts.booked(rows.length - free, free)}</p>
          <Times date={date} rows={rows} talk={talk} />
          <Missing idEntity={mine.idEntity} talk={talk} bookings={all} />
        </>
      )}
    </section>
  );
}

function Times({ date, rows, talk }: { date: string; rows: TalkRow[]; talk: Bookable }) {
  if (rows.length === 0) return <p className={classes.faint}>{texts.empty}</p>;
  return (
    <table className={classes.table}>
      <caption>{capital(shortDate(date))}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.time}</th>
          <th scope="col">{texts.person}</th>
          <th scope="col">{texts.answers}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ start, end, booking }) => (
          <tr key={start}>
            <th scope="row">{spanOf({ start, end })}</th>
            <td className={booking ? undefined : classes.faint}>
              {booking ? booking.userName : texts.free}
            </td>
            <td>
              {booking &&
                answersOf(booking, talk).map(([question, answer]) => (
                  <p key={question}>
                    <span className={classes.faint}>{question}:</span> {answer}
                  </p>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const answersOf = (booking: Booking, { questions }: Bookable): [string, string][] =>
  questions
    .map(({ id, text }): [string, string] => [text, String(booking.answers[id] ?? '')])
    .filter(([, answer]) => answer);

type MissingProps = { idEntity: number; talk: Bookable; bookings: readonly Booking[] };

/** Who may book and has not, as far as the organisation's list of people reaches. */
function Missing({ idEntity, talk, bookings }: MissingProps) {
  const { data } = useQuery(peopleOfQuery(idEntity));
  if (!data) return null;
  const people = data.people.filter(({ isBot }) => !isBot);
  const missing: Relation[] = notBooked(people, talk.whoMayBook, bookings);
  return (
    <section className={classes.section} aria-labelledby="not-booked">
      <h3 id="not-booked">{texts.notBooked(missing.length)}</h3>
      {!data.whole && <p className={classes.faint}>{texts.notBookedHint(people.length)}</p>}
      {missing.length === 0 ? (
        <p className={classes.faint}>{texts.allBooked}</p>
      ) : (
        <p>{missing.map(({ displayName }) => displayName).join(', ')}</p>
      )}
    </section>
  );
}
