// The arrows of a select.
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { longDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { tasksDoneTexts as texts } from '@/texts/tasksDone.ts';
import { doneQuery } from '../api.ts';
import { type Bar, barsOf, daysOf, PERIODS, periodIn, sumsOf, weekNumber } from '../plot.ts';
import type { TasksDone, TasksDoneWeek } from '../types.ts';
import { useClock } from '../useTasks.ts';
import classes from './plot.module.css';

const PERIOD = 'veckor';

type DonePlotProps = { of: { user: number } | { entity: number } };

/** How many were done and made, week by week, and of an organisation by whom; how far back stands in the address. */
export default function DonePlot({ of }: DonePlotProps) {
  const [params, setParams] = useSearchParams();
  const { today } = useClock();
  const period = periodIn(params.get(PERIOD));
  const { from, to } = daysOf(period, today);
  const { data, error, refetch } = useQuery({
    ...doneQuery(of, from, to),
    placeholderData: keepPreviousData,
  });
  const choose = (value: string) =>
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        next.set(PERIOD, value);
        return next;
      },
      { replace: true, state: STAY, preventScrollReset: true },
    );
  return (
    <section className={classes.part} aria-labelledby="done-title">
      <div className={classes.head}>
        <h2 id="done-title">{texts.title}</h2>
        <NativeSelect
          aria-label={texts.period}
          data={PERIODS.map((one) => ({ value: String(one), label: texts.weeks(one) }))}
          value={String(period)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      {data ? (
        <Told told={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </section>
  );
}

function Told({ told: { weeks, byPerson, countedFrom } }: { told: TasksDone }) {
  const { done, made, best } = sumsOf(weeks);
  if (done === 0 && made === 0) {
    return <EmptyState {...texts.none} icon={<IconChartBar size={28} stroke={1.5} />} />;
  }
  return (
    <>
      <p className={classes.faint}>{texts.sum(done, made, weeks.length)}</p>
      {countedFrom && <p className={classes.faint}>{texts.countedFrom(longDate(countedFrom))}</p>}
      <Plot
        weeks={weeks}
        label={texts.plot(done, made, best && { week: weekNumber(best), done: best.done })}
      />
      <details className={classes.folded}>
        <summary>{texts.table}</summary>
        <Table weeks={weeks} />
      </details>
      {byPerson && byPerson.length > 0 && <People people={byPerson} />}
    </>
  );
}

/** In the plot's own measure, which is stretched to the width there is. */
const [WIDTH, HEIGHT] = [1000, 100];

const rect = ({ x, width, height }: Bar) => ({
  x: x * WIDTH,
  y: HEIGHT * (1 - height),
  width: width * WIDTH,
  height: HEIGHT * height,
});

function Plot({ weeks, label }: { weeks: readonly TasksDoneWeek[]; label: string }) {
  const { bars, most } = barsOf(weeks);
  const [first, last] = [weeks[0], weeks.at(-1)];
  return (
    <figure className={classes.plot}>
      <p className={classes.legend} aria-hidden="true">
        <span data-of="done">{texts.done}</span>
        <span data-of="made">{texts.made}</span>
        <span>{texts.most(most)}</span>
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ week, done, made, area }) => (
          <g key={week.week}>
            <title>{texts.one(weekNumber(week), week.done, week.made)}</title>
            <rect className={classes.area} {...rect(area)} />
            <rect className={classes.done} {...rect(done)} />
            <rect className={classes.made} {...rect(made)} />
          </g>
        ))}
      </svg>
      <p className={classes.ends} aria-hidden="true">
        <span>{first && texts.week(weekNumber(first))}</span>
        <span>{last && texts.week(weekNumber(last))}</span>
      </p>
    </figure>
  );
}

/** The newest first. */
function Table({ weeks }: { weeks: readonly TasksDoneWeek[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.weekHead}</th>
          <th scope="col">{texts.done}</th>
          <th scope="col">{texts.made}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((week) => (
          <tr key={week.week}>
            <th scope="row">{weekNumber(week)}</th>
            <td>{week.done}</td>
            <td>{week.made}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function People({ people }: { people: NonNullable<TasksDone['byPerson']> }) {
  return (
    <>
      <h3 id="done-people">{texts.byPerson}</h3>
      <table className={classes.table} aria-labelledby="done-people">
        <thead>
          <tr>
            <th scope="col">{texts.person}</th>
            <th scope="col">{texts.done}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ idUser, name, done }) => (
            <tr key={idUser}>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>{done}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
