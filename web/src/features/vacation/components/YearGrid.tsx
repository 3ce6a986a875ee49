import type { CSSProperties } from 'react';
import hidden from '@/components/spoken.module.css';
import { yearTexts as texts, vacationTexts } from '@/texts/vacation.ts';
import { monthSpan, monthsOf, placeIn, spanWords } from '../days.ts';
import { groupName, shownOf, toneOf, toneWords } from '../said.ts';
import type { Below, Group, Period, Span, Year, YearPerson } from '../types.ts';
import type { OnOpen } from './YearOf.tsx';
import classes from './year.module.css';

type YearGridProps = {
  year: Omit<Year, 'next'>;
  groups: readonly Group[];
  today: string;
  onOpen: OnOpen;
};

const SHOWN = ['approved', 'applied', 'draft', 'away', 'below', 'red', 'today'] as const;

/** A row for each person, a row of months; each bar says in words what it is and when. */
export function YearGrid({ year, groups, today, onOpen }: YearGridProps) {
  const months = monthsOf(year);
  const marks = <Marks year={year} today={today} />;
  const withBelow = groups.filter(({ id }) =>
    year.below.some(({ group }) => String(group) === String(id)),
  );
  const hasDrafts = year.people.some(({ periods }) =>
    periods.some((period) => toneOf(period) === 'draft'),
  );
  return (
    <>
      <ul className={classes.legend} aria-label={texts.legend}>
        {SHOWN.filter((tone) => tone !== 'draft' || hasDrafts).map((tone) => (
          <li key={tone}>
            <span className={classes.sample} data-tone={tone} aria-hidden="true" />
            {tone === 'away' ? vacationTexts.away : texts[tone]}
          </li>
        ))}
      </ul>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col" className={classes.name}>
              {texts.name}
            </th>
            <th scope="col" className={classes.months}>
              {months.map((month) => (
                <Month key={month} month={month} whole={year} />
              ))}
            </th>
          </tr>
        </thead>
        {withBelow.length > 0 && (
          <tbody aria-label={texts.groupsRow}>
            {withBelow.map(({ id, name }) => (
              <GroupRow
                key={id}
                name={name}
                whole={year}
                below={year.below.filter(({ group }) => String(group) === String(id))}
                marks={marks}
              />
            ))}
          </tbody>
        )}
        <tbody>
          {year.people.map((person) => (
            <PersonRow
              key={person.user.id}
              person={person}
              groups={groups}
              whole={year}
              marks={marks}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

function placed(whole: Span, span: Span): CSSProperties | undefined {
  const place = placeIn(whole, span);
  return place ? { left: `${place.left}%`, width: `${place.width}%` } : undefined;
}

function Month({ month, whole }: { month: string; whole: Span }) {
  const name = vacationTexts.shortMonths[Number(month.slice(5)) - 1];
  return (
    <span className={classes.month} style={placed(whole, monthSpan(month))}>
      {name}{' '}
    </span>
  );
}

/** Red days and today, behind the bars; they are said in words beside the table. */
function Marks({ year, today }: Pick<YearGridProps, 'year' | 'today'>) {
  const marks = [
    ...monthsOf(year).map((month) => ({ tone: 'month', day: `${month}-01` })),
    ...year.closed.map(({ date }) => ({ tone: 'red', day: date })),
    { tone: 'today', day: today },
  ];
  return (
    <span aria-hidden="true">
      {marks.map(({ tone, day }) => {
        const style = placed(year, { from: day, to: day });
        return (
          style && (
            <span key={`${tone} ${day}`} className={classes.mark} data-tone={tone} style={style} />
          )
        );
      })}
    </span>
  );
}

type RowProps = { whole: Span; marks: React.ReactNode };

function GroupRow({ name, below, whole, marks }: RowProps & { name: string; below: Below[] }) {
  return (
    <tr>
      <th scope="row" className={classes.name}>
        {name}
      </th>
      <td className={classes.lane}>
        {marks}
        {below.map((one) => (
          <Bar
            key={one.from}
            tone="below"
            whole={whole}
            span={one}
            words={texts.belowLine(name, spanWords(one, true), one.present, one.minimum)}
          />
        ))}
      </td>
    </tr>
  );
}

type PersonRowProps = RowProps & {
  person: YearPerson;
  groups: readonly Group[];
  onOpen: OnOpen;
};

function PersonRow({ person: { user, groups: own, periods }, ...props }: PersonRowProps) {
  const { whole, marks, groups, onOpen } = props;
  const shown = shownOf(periods);
  const keyOf = ({ kind, from, to }: Period) => `${kind} ${from} ${to}`;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <button
          type="button"
          className={classes.person}
          aria-label={texts.periodsOf(user.displayName)}
          onClick={() => onOpen(user.id)}
          dir="auto"
        >
          {user.displayName}
        </button>
        {own.length > 0 && (
          <span className={classes.of}>
            {own.map((group) => groupName(groups, group)).join(', ')}
          </span>
        )}
      </th>
      <td className={classes.lane}>
        {marks}
        {shown.length === 0 && <span className={hidden.spoken}>{texts.nothing}</span>}
        {shown.map(({ period, tone }) => (
          <Bar
            key={keyOf(period)}
            tone={tone}
            whole={whole}
            span={period}
            words={texts.spoken(toneWords(tone), spanWords(period, true))}
          />
        ))}
      </td>
    </tr>
  );
}

type BarProps = { tone: string; whole: Span; span: Span; words: string };

function Bar({ tone, whole, span, words }: BarProps) {
  const style = placed(whole, span);
  if (!style) return null;
  return (
    <span className={classes.bar} data-tone={tone} style={style} title={words}>
      <span className={hidden.spoken}>{words}. </span>
    </span>
  );
}
