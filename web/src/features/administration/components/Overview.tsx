// The arrows of a select.
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { BarPlot, PlotTable } from '@/components/BarPlot.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { capital, shortDate } from '@/lib/dates.ts';
import { sizeOf } from '@/lib/sizes.ts';
import { STAY } from '@/lib/stay.ts';
import { overviewTexts as texts } from '@/texts/administration.ts';
import { bestOf, PERIODS, periodIn, sumOf } from '../activity.ts';
import { activityQuery } from '../api.ts';
import { counted } from '../limits.ts';
import { adminPathOf } from '../paths.ts';
import type { ActivityDay, Administration } from '../types.ts';
import classes from './administration.module.css';

const PERIOD = 'dagar';

/** How it stands, and what happened day by day; how far back stands in the address. */
export default function Overview({ of }: { of: Administration }) {
  return (
    <>
      <Numbers of={of} />
      <ActivityPart idEntity={of.idEntity} />
    </>
  );
}

function Numbers({ of }: { of: Administration }) {
  const { idEntity, entitySlug, storage, failedJobs, restingAddresses } = of;
  const numbers = [
    { name: texts.storage, value: sizeOf(storage.usedBytes), to: 'storage' },
    { name: texts.jobs, value: counted(failedJobs), to: 'jobs' },
    { name: texts.addresses, value: counted(restingAddresses), to: 'addresses' },
  ] as const;
  return (
    <section aria-label={texts.numbers}>
      <ul className={classes.numbers}>
        {numbers.map(({ name, value, to }) => (
          <li key={name}>
            <Link to={adminPathOf(idEntity, entitySlug, to)}>
              {name} <strong>{value}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ActivityPart({ idEntity }: { idEntity: number }) {
  const [params, setParams] = useSearchParams();
  const period = periodIn(params.get(PERIOD));
  const { data, error, refetch } = useQuery({
    ...activityQuery(idEntity, period),
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
    <section className={classes.part} aria-labelledby="activity">
      <div className={classes.head}>
        <h2 id="activity">{texts.activity}</h2>
        <NativeSelect
          aria-label={texts.period}
          data={PERIODS.map((one) => ({ value: String(one), label: texts.days(one) }))}
          value={String(period)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      {data ? (
        <Plots days={data.days} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </section>
  );
}

function Plots({ days }: { days: readonly ActivityDay[] }) {
  const messages = sumOf(days, 'messages');
  const busiest = bestOf(days, 'messages');
  const fullest = bestOf(days, 'activeMembers');
  if (!busiest && !fullest) {
    return <EmptyState {...texts.none} icon={<IconChartBar size={28} stroke={1.5} />} />;
  }
  const most = fullest?.activeMembers ?? 0;
  return (
    <>
      <Plot
        days={days}
        what="messages"
        title={texts.messages}
        sum={texts.messageSum(messages, days.length)}
        label={texts.messagePlot(messages, days.length, busiest && shortDate(busiest.date))}
        series={texts.message}
        said={texts.messagesOn}
      />
      <Plot
        days={days}
        what="activeMembers"
        title={texts.members}
        sum={fullest ? texts.memberMost(most, shortDate(fullest.date)) : texts.lag}
        label={texts.memberPlot(most, fullest && shortDate(fullest.date))}
        series={texts.member}
        said={texts.membersOn}
      />
      <p className={classes.faint}>{texts.lag}</p>
    </>
  );
}

type PlotProps = {
  days: readonly ActivityDay[];
  what: 'messages' | 'activeMembers';
  title: string;
  sum: string;
  label: string;
  series: string;
  said: (n: number, day: string) => string;
};

function Plot({ days, what, title, sum, label, series, said }: PlotProps) {
  const end = (day: ActivityDay | undefined) => (day ? shortDate(day.date) : '');
  return (
    <div className={classes.plot}>
      <h3>{title}</h3>
      <p className={classes.faint}>{sum}</p>
      <BarPlot
        label={label}
        groups={days.map((day) => ({
          key: day.date,
          title: said(day[what], capital(shortDate(day.date))),
          values: [day[what]],
        }))}
        series={[series]}
        most={texts.most}
        ends={[end(days[0]), end(days.at(-1))]}
      />
      <PlotTable
        summary={texts.table}
        head={[texts.date, series]}
        // The newest first.
        rows={days
          .toReversed()
          .map((day) => ({ key: day.date, cells: [shortDate(day.date), day[what]] }))}
      />
    </div>
  );
}
