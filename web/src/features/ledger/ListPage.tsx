import { Button } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { isRefused } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { kronor } from '@/lib/money.ts';
import { entryFormTexts, ledgerTexts as texts } from '@/texts/ledger.ts';
import { entriesIn, listQuery } from './api.ts';
import { EntryRow } from './components/EntryRow.tsx';
import { Export } from './components/Export.tsx';
import { Filter } from './components/Filter.tsx';
import classes from './components/ledger.module.css';
import { wantedIn, wrongDays } from './entries.ts';
import { paymentsPath } from './paths.ts';
import type { Balance, Entry } from './types.ts';

const NewEntryDialog = lazy(() => loadPart(() => import('./components/NewEntryDialog.tsx')));

const keyOf = ({ idBookingLedger }: Entry) => idBookingLedger;
const row = (entry: Entry) => <EntryRow entry={entry} />;
const icon = <IconReceipt size={28} stroke={1.5} />;

/** /{organisation}/underlag: what it bills, for who manages that. */
export default function ListPage() {
  const { entitySlug = '' } = useParams();
  const { data, error, refetch } = useQuery(entityQuery(entitySlug));
  usePageTitle(data ? texts.of(data.entityName) : texts.title);
  if (data) return <List key={data.idEntity} entity={data} />;
  if (isRefused(error)) return <NoAccess />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function NoAccess() {
  return (
    <EmptyState page {...texts.noAccess} icon={icon}>
      <Button component={Link} to="/bookings">
        {texts.toPayMine}
      </Button>
    </EmptyState>
  );
}

function List({ entity: { idEntity, entityName, entitySlug } }: { entity: Entity }) {
  const [params] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const wanted = wantedIn(params);
  const isWrong = wrongDays(wanted) !== undefined;
  const query = useInfiniteQuery({ ...listQuery(idEntity, wanted), enabled: !isWrong });
  if (isRefused(query.error)) return <NoAccess />;
  const pages = query.data?.pages;
  const isAll = !wanted.status && !wanted.from && !wanted.to;
  return (
    <Page
      title={texts.of(entityName)}
      links={
        <>
          <Link to={paymentsPath(idEntity)}>{texts.settings}</Link>
          <Link to={`/${entitySlug}/bokningar`}>{texts.bookings}</Link>
        </>
      }
    >
      <p className={classes.faint}>{texts.lead}</p>
      {pages && <OfflineNote text={texts.offline} />}
      <Sums balance={pages?.[0]?.balance} />
      <div>
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setCreating(true)}
        >
          {entryFormTexts.create}
        </Button>
      </div>
      <Filter wanted={wanted} />
      {!isWrong && (
        <section aria-label={texts.title}>
          {pages && (
            <p className={classes.count} role="status">
              {texts.count(pages[0]?.total ?? 0)}
            </p>
          )}
          <PagedList
            query={query}
            items={entriesIn(pages)}
            keyOf={keyOf}
            row={row}
            label={texts.title}
            className={classes.list}
            empty={<EmptyState {...(isAll ? texts.none : texts.noMatch)} icon={icon} />}
          />
        </section>
      )}
      <Export idEntity={idEntity} />
      {creating && (
        <Suspense>
          <NewEntryDialog idEntity={idEntity} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Keeps its place while the sums are on their way. */
function Sums({ balance }: { balance: Balance | undefined }) {
  const sum = (ore: number | undefined) => (ore === undefined ? '–' : kronor(ore));
  return (
    <dl className={classes.sums} aria-label={texts.balance.title}>
      <div>
        <dt>{texts.balance.open}</dt>
        <dd>{sum(balance?.open)}</dd>
      </div>
      <div data-tone={balance && balance.overdue > 0 ? 'overdue' : undefined}>
        <dt>{texts.balance.overdue}</dt>
        <dd>{sum(balance?.overdue)}</dd>
      </div>
      <div>
        <dt>{texts.balance.paid}</dt>
        <dd>{sum(balance?.paid)}</dd>
      </div>
    </dl>
  );
}
