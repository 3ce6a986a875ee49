import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DayType } from '@/api/types.ts';
import { SmartLink } from '@/components/SmartLink.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { longDate } from '@/lib/dates.ts';
import { almanacTexts } from '@/texts/almanac.ts';
import classes from './almanac.module.css';
import { dayAfter, daysAhead } from './api.ts';

/** One day of the almanac: when it comes next, and who says so. */
export function DayView({ type, slug }: { type: DayType; slug: string }) {
  const days = useQuery(daysAhead(type));
  const soon = days.data?.find((day) => day.slug === slug);
  const later = useQuery({ ...dayAfter(type, slug), enabled: days.isSuccess && !soon });
  const next = soon ?? later.data;
  usePageTitle(next?.name ?? almanacTexts.kinds[type]);
  for (const asked of soon ? [] : [days, later]) {
    if (asked.isPending) return <LoadingState />;
    if (asked.isError) {
      return <ErrorState page error={asked.error} onRetry={() => void asked.refetch()} />;
    }
  }
  const all = slug.split('/')[0] ?? '';
  if (!next) {
    return (
      <EmptyState page title={almanacTexts.unknown} text={almanacTexts.unknownText}>
        <Button component={SmartLink} to={type === 'nameday' ? '/search' : `/${all}`}>
          {almanacTexts.kinds[type]}
        </Button>
      </EmptyState>
    );
  }
  return (
    <article className={classes.page}>
      <h1>{next.name}</h1>
      <p className={classes.when}>
        <time dateTime={next.date}>{longDate(next.date)}</time>
      </p>
      <p className={classes.source}>{almanacTexts.source(next.source)}</p>
      {type !== 'nameday' && (
        <div>
          <Button component={SmartLink} to={`/${all}`} variant="default">
            {almanacTexts.all[type]}
          </Button>
        </div>
      )}
    </article>
  );
}
