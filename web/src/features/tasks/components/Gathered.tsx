import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { taskTexts as texts } from '@/texts/tasks.ts';
import type { useTasks } from '../useTasks.ts';

type GatheredProps = {
  query: ReturnType<typeof useTasks>['query'];
  /** How many are shown. */
  count: number;
  filtered?: boolean;
  /** What stands there while there is nothing. */
  empty?: ReactNode;
  children: ReactNode;
};

/** Open tasks in all their states, however they are arranged; more than a page has come when asked for. */
export function Gathered({ query, count, filtered = false, empty, children }: GatheredProps) {
  const icon = <IconChecklist size={28} stroke={1.5} />;
  if (!query.data) {
    if (query.error) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    }
    return <LoadingState />;
  }
  return (
    <>
      {count === 0 && !query.hasNextPage ? (
        filtered ? (
          <EmptyState {...texts.noneFiltered} icon={icon} />
        ) : (
          (empty ?? <EmptyState {...texts.none} icon={icon} />)
        )
      ) : (
        children
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </>
  );
}
