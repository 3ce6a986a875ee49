import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isRefused } from '@/api/ApiError.ts';
import type { Membership } from '@/api/types.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { ledgerTexts, paymentTexts as texts } from '@/texts/ledger.ts';
import { ledgerAnew, settingsQuery } from './api.ts';
import classes from './components/ledger.module.css';
import { SettingsForm } from './components/SettingsForm.tsx';
import { listPath, paymentsPath } from './paths.ts';
import type { LedgerSettings } from './types.ts';
import { useOrganisation } from './useOrganisation.ts';

const icon = <IconReceipt size={28} stroke={1.5} />;

/** /settings/payments: how an organisation is paid; which one, where ?organization= does not say it. */
export default function PaymentsPage() {
  const { id, mine, ...others } = useOrganisation();
  usePageTitle(mine ? texts.of(mine.entityName) : texts.title);
  return id ? <Payments key={id} id={id} mine={mine} /> : <Organisations {...others} />;
}

function Payments({ id, mine }: { id: number; mine: Membership | undefined }) {
  const { data, error, refetch } = useQuery(settingsQuery(id));
  if (isRefused(error)) {
    return (
      <EmptyState page {...texts.noAccess} icon={icon}>
        <Button component={Link} to="/bookings">
          {ledgerTexts.toPayMine}
        </Button>
      </EmptyState>
    );
  }
  if (!data) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  const reload = async () => (await refetch()).data;
  return <Begun id={id} mine={mine} first={data} reload={reload} />;
}

type BegunProps = {
  id: number;
  mine: Membership | undefined;
  first: LedgerSettings;
  reload: () => Promise<LedgerSettings | undefined>;
};

/** What others change meanwhile does not move what is being written: it is met when it is saved. */
function Begun({ id, mine, first, reload }: BegunProps) {
  const client = useQueryClient();
  const [held, setHeld] = useState(first);
  const again = async () => setHeld((await reload()) ?? held);
  return (
    <Page
      title={mine ? texts.of(mine.entityName) : texts.title}
      links={mine && <Link to={listPath(mine.entitySlug)}>{ledgerTexts.list}</Link>}
    >
      <p className={classes.faint}>{texts.lead}</p>
      <OfflineNote text={ledgerTexts.offline} />
      <SettingsForm
        key={held.version}
        idEntity={id}
        old={held}
        onDone={async (saved) => {
          setHeld(saved);
          toast({ type: 'success', message: texts.saved });
          await ledgerAnew(client);
        }}
        onReload={() => void again()}
      />
    </Page>
  );
}

type OrganisationsProps = Pick<ReturnType<typeof useOrganisation>, 'all' | 'error' | 'refetch'>;

function Organisations({ all, error, refetch }: OrganisationsProps) {
  if (!all) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  return (
    <Page title={texts.title}>
      {all.length === 0 ? (
        <EmptyState title={texts.noOrganisation.title} text={texts.noOrganisation.text} icon={icon}>
          <Button component={Link} to="/cre">
            {texts.noOrganisation.create}
          </Button>
        </EmptyState>
      ) : (
        <>
          <p className={classes.faint}>{texts.lead}</p>
          <h2>{texts.which}</h2>
          <ul className={classes.list}>
            {all.map(({ idEntity, entityName }) => (
              <li key={idEntity} className={classes.entry}>
                <Link className={classes.number} to={paymentsPath(idEntity)}>
                  {entityName}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}
