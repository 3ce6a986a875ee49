import { Button } from '@mantine/core';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { vacationTexts as texts } from '@/texts/vacation.ts';

type PendingProps = { error: unknown; refetch: () => unknown; page?: boolean };

/** In the place of what is not there yet: on its way, not to be had, or there is no network. */
export function Pending({ error, refetch, page = false }: PendingProps) {
  const online = useOnline();
  if (error) return <ErrorState page={page} error={error} onRetry={() => void refetch()} />;
  if (online) return <LoadingState />;
  return (
    <EmptyState page={page} {...texts.offlineNone}>
      <Button variant="default" onClick={() => void refetch()}>
        {texts.retry}
      </Button>
    </EmptyState>
  );
}
