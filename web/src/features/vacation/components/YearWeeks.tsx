import { capital } from '@/lib/dates.ts';
import { weekOf } from '@/lib/days.ts';
import { yearTexts as texts, vacationTexts } from '@/texts/vacation.ts';
import { monthAfter, shared, spanWords, weeksOf } from '../days.ts';
import { type Away, awayIn, groupName, toneWords } from '../said.ts';
import type { Group, Span, Year } from '../types.ts';
import classes from './vacation.module.css';
import { Steps } from './YearNav.tsx';
import type { OnOpen } from './YearOf.tsx';
import yearly from './year.module.css';

type YearWeeksProps = {
  year: Omit<Year, 'next'>;
  groups: readonly Group[];
  today: string;
  /** 'yyyy-mm'. */
  month: string;
  /** Everybody is there. */
  complete: boolean;
  pathOf: (month: string) => string;
  onOpen: OnOpen;
};

const nameOf = (month: string) =>
  `${vacationTexts.months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** A month as its weeks, each with who is away. */
export function YearWeeks({ month, pathOf, ...props }: YearWeeksProps) {
  return (
    <div className={classes.stack}>
      <Steps
        label={texts.monthNav}
        previous={{ name: texts.previousMonth, to: pathOf(monthAfter(month, -1)) }}
        next={{ name: texts.nextMonth, to: pathOf(monthAfter(month, 1)) }}
      >
        {capital(nameOf(month))}
      </Steps>
      {weeksOf(month).map((week) => (
        <Week key={week.from} week={week} {...props} />
      ))}
    </div>
  );
}

type WeekProps = Omit<YearWeeksProps, 'month' | 'pathOf'> & { week: Span };

function Week({ week, year, groups, today, complete, onOpen }: WeekProps) {
  const away = awayIn(year.people, week);
  const closed = year.closed.filter(({ date }) => date >= week.from && date <= week.to);
  const below = year.below.flatMap((one) => {
    const part = shared(one, week);
    return part ? [{ ...one, ...part }] : [];
  });
  const id = `week-${week.from}`;
  const isNow = today >= week.from && today <= week.to;
  return (
    <section className={yearly.week} aria-labelledby={id} data-now={isNow}>
      <h2 id={id} className={classes.strong}>
        {texts.week(weekOf(week.from).week)}{' '}
        <span className={classes.faint}>{spanWords(week, true)}</span>
        {isNow && <span className={yearly.now}> {texts.today}</span>}
      </h2>
      {closed.map(({ date, name }) => (
        <p key={`${date} ${name}`} className={yearly.red}>
          {spanWords({ from: date, to: date }, true)}: {name}
        </p>
      ))}
      {below.map((one) => (
        <p key={`${one.group} ${one.from}`} className={yearly.few}>
          {texts.belowLine(
            groupName(groups, one.group),
            spanWords(one, true),
            one.present,
            one.minimum,
          )}
        </p>
      ))}
      {away.length === 0 && complete && <p className={classes.faint}>{texts.nobodyAway}</p>}
      {away.length > 0 && (
        <ul className={yearly.away} aria-label={texts.away(away.length)}>
          {away.map((one) => (
            <AwayRow key={one.user.id} away={one} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AwayRow({ away: { user, parts }, onOpen }: { away: Away; onOpen: OnOpen }) {
  return (
    <li className={yearly.awayRow}>
      <button
        type="button"
        className={yearly.person}
        aria-label={texts.periodsOf(user.displayName)}
        onClick={() => onOpen(user.id)}
        dir="auto"
      >
        {user.displayName}
      </button>
      <span className={yearly.when}>
        {parts.map((part) => (
          <span key={`${part.tone} ${part.from}`} className={yearly.part}>
            <span className={yearly.sample} data-tone={part.tone} aria-hidden="true" />
            {texts.spoken(toneWords(part.tone), spanWords(part, true))}
          </span>
        ))}
      </span>
    </li>
  );
}
