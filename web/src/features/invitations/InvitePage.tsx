import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { Page } from '@/components/Page.tsx';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { inviteTexts as texts } from '@/texts/invitations.ts';
import { One } from './components/One.tsx';
import { invitePath, TABS, type Tab } from './paths.ts';

const Links = lazy(() => loadPart(() => import('./components/Links.tsx')));
const Many = lazy(() => loadPart(() => import('./components/Many.tsx')));
const Sent = lazy(() => loadPart(() => import('./components/Sent.tsx')));

const parts: Record<Tab, ComponentType<{ entity: Entity }>> = {
  one: One,
  link: Links,
  many: Many,
  sent: Sent,
};

const NOT_FOUND = 404;

/** /{organisation}/inbjudningar, and ?tab=link|many|sent. */
export default function InvitePage() {
  const { entitySlug = '' } = useParams();
  const { data, error, refetch } = useQuery(entityQuery(entitySlug));
  usePageTitle(data ? texts.of(data.entityName) : texts.title);
  if (data?.abilities.includes('MANAGE_RELATIONS')) return <Of key={data.idEntity} entity={data} />;
  if (data || (error instanceof ApiError && error.status === NOT_FOUND)) return <NoAccess />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

function NoAccess() {
  return (
    <EmptyState page {...texts.noAccess} icon={<IconMailPlus size={28} stroke={1.5} />}>
      <Button component={Link} to="/">
        {texts.toStart}
      </Button>
    </EmptyState>
  );
}

function Of({ entity }: { entity: Entity }) {
  const [params] = useSearchParams();
  const asked = params.get('tab') as Tab;
  const tab = TABS.includes(asked) ? asked : 'one';
  const Part = parts[tab];
  return (
    <Page
      title={texts.of(entity.entityName)}
      links={<Link to={`/${entity.entitySlug}`}>{entity.entityName}</Link>}
    >
      <PageTabs
        label={texts.tabList}
        path={(one) => invitePath(entity.entitySlug, one)}
        names={TABS}
        texts={texts.tabs}
        current={tab}
      />
      <OfflineNote text={texts.offline} />
      <Suspense fallback={<LoadingState />}>
        <Part entity={entity} />
      </Suspense>
    </Page>
  );
}
