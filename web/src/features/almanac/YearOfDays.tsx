import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DayType } from '@/api/types.ts';
import { SmartLink } from '@/components/SmartLink.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { shortDate } from '@/lib/dates.ts';
import { almanacTexts } from '@/texts/almanac.ts';
import classes from './almanac.module.css';
import { daysOfYear } from './api.ts';

type YearOfDaysProps = {
  type: DayType;
  /** What stands below, once it is known how long the list is: nothing moves then. */
  children: ReactNode;
};

/** All days of a kind in a year, of this one first. */
export function YearOfDays({ type, children }: YearOfDaysProps) {
  const [now] = useState(() => new Date().getFullYear());
  const [year, setYear] = useState(now);
  const days = useQuery({ ...daysOfYear(type, year), placeholderData: keepPreviousData });
  return (
    <>
      <section className={classes.year} aria-label={almanacTexts.inYear(year)}>
        <div className={classes.head}>
          <h2>{almanacTexts.inYear(year)}</h2>
          <SegmentedControl
            aria-label={almanacTexts.year}
            size="md"
            data={[now, now + 1, now + 2].map(String)}
            value={String(year)}
            onChange={(chosen) => setYear(Number(chosen))}
          />
        </div>
        {days.isError && <ErrorState error={days.error} onRetry={() => void days.refetch()} />}
        {days.isPending && <LoadingState />}
        {days.data && (
          <ol className={classes.days} aria-busy={days.isPlaceholderData}>
            {days.data.map(({ date, name, slug }) => (
              <li key={`${date} ${slug}`}>
                <SmartLink to={`/${slug}`}>{name}</SmartLink>
                <time dateTime={date}>{shortDate(date)}</time>
              </li>
            ))}
          </ol>
        )}
      </section>
      {!days.isPending && children}
    </>
  );
}
