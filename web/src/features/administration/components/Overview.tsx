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
import { bestOf, type Count, chatCounts, countsOf, PERIODS, periodIn, sumOf } from '../activity.ts';
import { activityQuery } from '../api.ts';
import { counted } from '../limits.ts';
import { adminPathOf } from '../paths.ts';
import type { Activity, Administration } from '../types.ts';
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
        <Plots of={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </section>
  );
}

function Plots({ of }: { of: Activity }) {
  const [messages, members] = chatCounts(of);
  const others = countsOf(of).filter(({ counts }) => sumOf(counts) > 0);
  const busiest = bestOf(messages);
  const fullest = bestOf(members);
  if (!busiest && !fullest && others.length === 0) {
    return <EmptyState {...texts.none} icon={<IconChartBar size={28} stroke={1.5} />} />;
  }
  const days = messages.length;
  const sum = sumOf(messages);
  const most = fullest?.n ?? 0;
  return (
    <>
      <Plot
        counts={messages}
        title={texts.messages}
        sum={texts.messageSum(sum, days)}
        label={texts.messagePlot(sum, days, busiest && shortDate(busiest.date))}
        series={texts.message}
        said={texts.messagesOn}
      />
      <Plot
        counts={members}
        title={texts.members}
        sum={fullest ? texts.memberMost(most, shortDate(fullest.date)) : texts.lag}
        label={texts.memberPlot(most, fullest && shortDate(fullest.date))}
        series={texts.member}
        said={texts.membersOn}
      />
      {others.map((one) => (
        <KindPlot key={one.kind} {...one} />
      ))}
      <p className={classes.faint}>{texts.lag}</p>
    </>
  );
}

/** What another area counts; nothing of one that has no words here. */
function KindPlot({ kind, counts }: { kind: string; counts: readonly Count[] }) {
  const words = texts.kinds[kind];
  const best = bestOf(counts);
  if (!words || !best) return null;
  const sum = texts.counted(sumOf(counts), words);
  return (
    <Plot
      counts={counts}
      title={texts.perDay(words[0])}
      sum={texts.sumOf(sum, counts.length)}
      label={texts.plotOf(sum, counts.length, shortDate(best.date))}
      series={words[0]}
      said={(n, day) => texts.countedOn(texts.counted(n, words), day)}
    />
  );
}

type PlotProps = {
  counts: readonly Count[];
  title: string;
  sum: string;
  label: string;
  series: string;
  said: (n: number, day: string) => string;
};

function Plot({ counts, title, sum, label, series, said }: PlotProps) {
  const end = (day: Count | undefined) => (day ? shortDate(day.date) : '');
  return (
    <div className={classes.plot}>
      <h3>{title}</h3>
      <p className={classes.faint}>{sum}</p>
      <BarPlot
        label={label}
        groups={counts.map(({ date, n }) => ({
          key: date,
          title: said(n, capital(shortDate(date))),
          values: [n],
        }))}
        series={[series]}
        most={texts.most}
        ends={[end(counts[0]), end(counts.at(-1))]}
      />
      <PlotTable
        summary={texts.table}
        head={[texts.date, series]}
        // The newest first.
        rows={counts
          .toReversed()
          .map(({ date, n }) => ({ key: date, cells: [shortDate(date), n] }))}
      />
    </div>
  );
}
