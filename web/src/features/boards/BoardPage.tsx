import { Button } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { boardTexts as texts } from '@/texts/boards.ts';
import { OpenBoard } from './components/OpenBoard.tsx';
import { BOARDS } from './paths.ts';
import { useLive } from './useBoard.ts';

/** /tavla/{idBoard}: one board, kept true while it is shown. */
export default function BoardPage() {
  const { idBoard } = useParams();
  const id = Number(idBoard);
  return Number.isSafeInteger(id) && id > 0 ? (
    <One key={id} idBoard={id} />
  ) : (
    <Absent {...texts.gone} />
  );
}

const NOT_FOR_ME = [403, 404];

function One({ idBoard }: { idBoard: number }) {
  const live = useLive(idBoard);
  const { data, error, refetch } = live.query;
  usePageTitle(data?.name ?? texts.title);
  if (live.closed) return <Absent {...texts.closed} />;
  if (error instanceof ApiError && NOT_FOR_ME.includes(error.status)) {
    return <Absent {...texts.gone} />;
  }
  if (data) return <OpenBoard board={data} live={live} />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

function Absent(words: { title: string; text: string }): ReactNode {
  return (
    <EmptyState page {...words} icon={<IconLayoutKanban size={28} stroke={1.5} />}>
      <Button component={Link} to={BOARDS}>
        {texts.all}
      </Button>
    </EmptyState>
  );
}
