// The arrows of a select.
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import plot from '@/components/BarPlot.module.css';
import { BarPlot, PlotTable } from '@/components/BarPlot.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { longDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { tasksDoneTexts as texts } from '@/texts/tasksDone.ts';
import { doneQuery } from '../api.ts';
import { daysOf, PERIODS, periodIn, sumsOf, weekNumber } from '../plot.ts';
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

const ending = (week: TasksDoneWeek | undefined) => (week ? texts.week(weekNumber(week)) : '');

function Told({ told: { weeks, byPerson, countedFrom } }: { told: TasksDone }) {
  const { done, made, best } = sumsOf(weeks);
  if (done === 0 && made === 0) {
    return <EmptyState {...texts.none} icon={<IconChartBar size={28} stroke={1.5} />} />;
  }
  return (
    <>
      <p className={classes.faint}>{texts.sum(done, made, weeks.length)}</p>
      {countedFrom && <p className={classes.faint}>{texts.countedFrom(longDate(countedFrom))}</p>}
      <BarPlot
        label={texts.plot(done, made, best && { week: weekNumber(best), done: best.done })}
        groups={weeks.map((week) => ({
          key: week.week,
          title: texts.one(weekNumber(week), week.done, week.made),
          values: [week.done, week.made],
        }))}
        series={[texts.done, texts.made]}
        most={texts.most}
        ends={[ending(weeks[0]), ending(weeks.at(-1))]}
      />
      <PlotTable
        summary={texts.table}
        head={[texts.weekHead, texts.done, texts.made]}
        // The newest first.
        rows={weeks.toReversed().map((week) => ({
          key: week.week,
          cells: [weekNumber(week), week.done, week.made],
        }))}
      />
      {byPerson && byPerson.length > 0 && <People people={byPerson} />}
    </>
  );
}

function People({ people }: { people: NonNullable<TasksDone['byPerson']> }) {
  return (
    <>
      <h3 id="done-people">{texts.byPerson}</h3>
      <table className={plot.table} aria-labelledby="done-people">
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
