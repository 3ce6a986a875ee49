import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { applicationTexts as texts } from '@/texts/vacationManage.ts';
import { applicationsQuery } from '../api.ts';
import { holidayYearOf, spanWords } from '../days.ts';
import { awayIn, toneWords } from '../said.ts';
import type { PartProps, Reservation, Settings, YearPerson } from '../types.ts';
import { useYear } from '../useYear.ts';
import { Decide, TakingBack } from './Decide.tsx';
import classes from './vacation.module.css';

const keyOf = (one: Reservation) => one.idVacationPlanReservation;

/** What waits for an answer, the oldest first. */
export default function Applications({ entity, settings }: PartProps) {
  const query = useInfiniteQuery(applicationsQuery(entity.idEntity));
  const [taken, setTaken] = useState<Reservation | null>(null);
  const all = query.data?.pages.flatMap(({ content }) => content) ?? [];
  const once = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  return (
    <section aria-label={texts.title}>
      <PagedList
        query={query}
        items={once}
        keyOf={keyOf}
        row={(one) => <Application reservation={one} settings={settings} onApproved={setTaken} />}
        label={texts.title}
        className={classes.list}
        empty={<EmptyState {...texts.none} icon={<IconChecks size={28} stroke={1.5} />} />}
      />
      {taken && <TakingBack reservation={taken} onClose={() => setTaken(null)} />}
    </section>
  );
}

type ApplicationProps = {
  reservation: Reservation;
  settings: Settings;
  onApproved: (reservation: Reservation) => void;
};

function Application({ reservation, settings, onApproved }: ApplicationProps) {
  const { user, days, note, abilities } = reservation;
  const span = spanWords(reservation);
  const isOwn = !abilities.approve && !abilities.reject;
  return (
    <article className={classes.card} aria-label={`${user.displayName}, ${span}`}>
      <div className={classes.cardHead}>
        <h2 className={classes.strong} dir="auto">
          {user.displayName}
        </h2>
        <span>{span}</span>
        <span className={classes.faint}>{texts.days(days)}</span>
      </div>
      {note && <p dir="auto">{texts.note(note)}</p>}
      <AlsoAway reservation={reservation} settings={settings} />
      {isOwn && <p className={classes.faint}>{texts.own}</p>}
      <Decide reservation={reservation} groups={settings.groups} onApproved={onApproved} />
    </article>
  );
}

/** Who else is away on those days, by one or two holiday years. */
function AlsoAway({ reservation, settings }: Omit<ApplicationProps, 'onApproved'>) {
  const { idEntity, from, to, user } = reservation;
  const [first, last] = [from, to].map((day) => holidayYearOf(day, settings.holidayYear));
  const begins = useYear({ idEntity, year: first ?? 0 });
  const ends = useYear({ idEntity, year: last ?? 0 });
  if (begins.error || ends.error) return <p className={classes.faint}>{texts.alsoUnknown}</p>;
  if (!begins.complete || !ends.complete) return null;
  const whole = [begins, ...(first === last ? [] : [ends])];
  const people: YearPerson[] = whole.flatMap((year) => year.whole?.people ?? []);
  const others = people.filter((one) => one.user.id !== user.id);
  const lines = awayIn(others, { from, to }).flatMap((one) =>
    one.parts.map((part) => {
      const isAll = part.from === from && part.to === to;
      const when = isAll ? texts.wholeTime : spanWords(part);
      return `${one.user.displayName}, ${when} (${toneWords(part.tone).toLowerCase()})`;
    }),
  );
  if (lines.length === 0) return <p className={classes.faint}>{texts.nobody}</p>;
  return (
    <div>
      <h3 className={classes.label}>{texts.also}</h3>
      <ul className={classes.plain}>
        {/* What lies over the turn of a holiday year is in both. */}
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
