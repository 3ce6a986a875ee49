import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { Page } from '@/components/Page.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { resourceFormTexts, resourceTexts as texts } from '@/texts/bookingsManage.ts';
import { bookablesQuery, settingsAnew } from './api.ts';
import { BookableForm } from './components/BookableForm.tsx';
import { NotManaged, Organisations } from './components/Organisations.tsx';
import { resourcePath, resourcesPath } from './paths.ts';
import { useOrganisation } from './useOrganisation.ts';

/** /settings/resources/new?organization=3: one more that can be booked. */
export default function NewResourcePage() {
  const { id, mine, ...others } = useOrganisation();
  return id ? <NewResource key={id} id={id} /> : <Organisations {...others} />;
}

function NewResource({ id }: { id: number }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(bookablesQuery(id));
  usePageTitle(resourceFormTexts.newTitle);
  if (!data) {
    return error ? <ErrorState page error={error} onRetry={refetch} /> : <LoadingState />;
  }
  if (!data.abilities.includes('MANAGE')) return <NotManaged />;
  return (
    <Page
      title={resourceFormTexts.newTitle}
      links={<Link to={resourcesPath(id)}>{texts.back}</Link>}
    >
      <BookableForm
        idEntity={id}
        old={null}
        spaces={data.spaces}
        onDone={async ({ idBookable }) => {
          await settingsAnew(client);
          toast({ type: 'success', message: resourceFormTexts.created });
          void navigate(resourcePath(idBookable), { replace: true });
        }}
      />
    </Page>
  );
}
