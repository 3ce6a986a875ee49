import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isAbsent } from '@/api/ApiError.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useManaged } from '@/features/context/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { entryTexts, ledgerTexts as texts } from '@/texts/ledger.ts';
import { entryQuery } from './api.ts';
import { Acts } from './components/Acts.tsx';
import { History } from './components/History.tsx';
import { HowToPay } from './components/HowToPay.tsx';
import { FileButtons, Paper } from './components/Paper.tsx';
import classes from './components/paper.module.css';
import { isOwed } from './entries.ts';
import { listPath } from './paths.ts';
import type { Entry } from './types.ts';

/** /underlag/{id}: what somebody is billed, on a page that can be printed and paid from. */
export default function EntryPage() {
  const { idEntry = '' } = useParams();
  const { data, error, refetch } = useQuery(entryQuery(idEntry));
  usePageTitle(data ? texts.one(data.reference) : texts.title);
  if (data) return <Shown entry={data} />;
  if (isAbsent(error)) return <Absent />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Absent() {
  return (
    <EmptyState page {...entryTexts.absent} icon={<IconReceipt size={28} stroke={1.5} />}>
      <Button component={Link} to="/bookings">
        {entryTexts.mine}
      </Button>
    </EmptyState>
  );
}

function Shown({ entry }: { entry: Entry }) {
  const { all } = useManaged();
  const isManager = all?.some(({ idEntity }) => idEntity === entry.idEntity) ?? false;
  return (
    <div className={classes.page} data-underlag>
      <p className={classes.back}>
        {isManager ? (
          <Link to={listPath(entry.entitySlug)}>{texts.list}</Link>
        ) : (
          <Link to="/bookings">{entryTexts.mine}</Link>
        )}
      </p>
      <OfflineNote text={texts.offline} />
      <Paper entry={entry}>{isOwed(entry) && <HowToPay entry={entry} />}</Paper>
      <div className={classes.tools}>
        <FileButtons entry={entry} />
        <Acts entry={entry} />
      </div>
      <History entry={entry} />
    </div>
  );
}
