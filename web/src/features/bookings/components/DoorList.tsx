import { capital, shortDate } from '@/lib/dates.ts';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import type { Entry } from '../schedule.ts';
import { spanOf } from '../times.ts';
import type { Bookable, Question, ScheduleRow } from '../types.ts';
import classes from './day.module.css';

/** What needs no word: it is booked. */
const BOOKED = 1;

type DoorListProps = {
  days: readonly { day: string; entries: readonly Entry[] }[];
  rows: readonly ScheduleRow[];
  bookables: readonly Bookable[];
};

/** What hangs at the door: on paper alone, each resource with its times, who comes, how many, and what they have answered. */
export function DoorList({ days, rows, bookables }: DoorListProps) {
  return (
    <div className={classes.door} data-door>
      {days.map(({ day, entries }) => (
        <section key={day}>
          <h2>{capital(shortDate(day))}</h2>
          {rows.map(({ idBookable, name }) => (
            <Resource
              key={idBookable}
              name={name}
              entries={entries.filter((entry) => entry.idBookable === idBookable)}
              questions={bookables.find((one) => one.idBookable === idBookable)?.questions ?? []}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

type ResourceProps = {
  name: string;
  entries: readonly Entry[];
  questions: readonly Question[];
};

function Resource({ name, entries, questions }: ResourceProps) {
  return (
    <table>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.time}>
            {texts.when}
          </th>
          <th scope="col">{texts.who}</th>
          <th scope="col" className={classes.number}>
            {texts.participants}
          </th>
          <th scope="col">{texts.answers}</th>
        </tr>
      </thead>
      <tbody>
        {entries.length === 0 && (
          <tr>
            <td colSpan={4}>{texts.empty}</td>
          </tr>
        )}
        {entries.map((entry) => (
          <tr key={`${entry.idReservationExclusive ?? ''} ${entry.start}`}>
            <th scope="row">{spanOf(entry)}</th>
            <td>
              {entry.title}
              {entry.booking && entry.booking.flStatus !== BOOKED && (
                <> ({entry.booking.statusText})</>
              )}
            </td>
            <td>{entry.booking?.participants}</td>
            <td>
              {answersOf(entry, questions).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 'Hur många stolar? 40', and what was written besides. */
function answersOf({ booking }: Entry, questions: readonly Question[]): string[] {
  if (!booking) return [];
  const answered = questions.filter(({ id }) => booking.answers[id]);
  const lines = answered.map(({ id, text }) => `${text} ${booking.answers[id]}`);
  return booking.note ? [...lines, booking.note] : lines;
}
