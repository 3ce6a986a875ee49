import { Button } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { isRefused } from '@/api/ApiError.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { Page } from '@/components/Page.tsx';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { administrationTexts as texts } from '@/texts/administration.ts';
import { administrationQuery } from './api.ts';
import classes from './components/administration.module.css';
import { counted } from './limits.ts';
import { adminPath, PLATFORM, PLATFORM_TABS, TABS, type Tab, tabIn } from './paths.ts';
import type { Administration } from './types.ts';

type Part = ComponentType<{ of: Administration }>;
const part = (load: () => Promise<{ default: Part }>) => lazy(() => loadPart(load));

const parts: Record<Tab, Part> = {
  overview: part(() => import('./components/Overview.tsx')),
  people: part(() => import('./components/People.tsx')),
  storage: part(() => import('./components/Storage.tsx')),
  jobs: part(() => import('./components/Jobs.tsx')),
  addresses: part(() => import('./components/Addresses.tsx')),
  log: part(() => import('./components/Log.tsx')),
  organisations: part(() => import('./components/Organisations.tsx')),
  limits: part(() => import('./components/Limits.tsx')),
};

/** /admin/{organisation} for its owner and administrators, /admin for the platform's; with ?tab= its parts. */
export default function AdminPage() {
  const { entitySlug } = useParams();
  return entitySlug === undefined ? (
    <Of id={PLATFORM} slug={null} />
  ) : (
    <OfOrganisation key={entitySlug} slug={entitySlug} />
  );
}

function OfOrganisation({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(entityQuery(slug));
  usePageTitle(data ? texts.of(data.entityName) : texts.title);
  if (data) return <Of key={data.idEntity} id={data.idEntity} slug={data.entitySlug} />;
  if (isRefused(error)) return <NoAccess slug={null} words={texts.noAccess} />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

type OfProps = { id: number; slug: string | null };

function Of({ id, slug }: OfProps) {
  const { data, error, refetch } = useQuery(administrationQuery(id));
  const ofName = data ? texts.of(data.entityName) : texts.title;
  usePageTitle(slug === null ? texts.platform : ofName);
  // A right that was lost since ends it, whatever is held.
  if (isRefused(error)) {
    return <NoAccess slug={slug} words={slug === null ? texts.noPlatform : texts.noAccess} />;
  }
  if (data) return <Shown of={data} slug={slug} />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

type NoAccessProps = { slug: string | null; words: { title: string; text: string } };

function NoAccess({ slug, words }: NoAccessProps) {
  return (
    <EmptyState page {...words} icon={<IconSettings size={28} stroke={1.5} />}>
      <Button component={Link} to={slug === null ? '/' : `/${slug}`}>
        {slug === null ? texts.toStart : texts.toOrganisation}
      </Button>
    </EmptyState>
  );
}

function Shown({ of, slug }: { of: Administration; slug: string | null }) {
  const [params] = useSearchParams();
  const tabs = of.isPlatform ? PLATFORM_TABS : TABS;
  const tab = tabIn(params, tabs);
  const Drawn = parts[tab];
  const { entityName, entitySlug } = of;
  const waiting: Partial<Record<Tab, number>> = {
    jobs: of.failedJobs,
    addresses: of.restingAddresses,
  };
  return (
    <Page
      title={slug === null ? texts.platform : texts.of(entityName)}
      links={
        <>
          <Link to={`/${entitySlug}`}>{entityName}</Link>
          <Link to={`/${entitySlug}/inbjudningar`}>{texts.links.invite}</Link>
          <Link to={`/${entitySlug}/inbjudningar?tab=sent`}>{texts.links.sent}</Link>
          <Link to={`/moderering/${entitySlug}`}>{texts.links.moderation}</Link>
        </>
      }
    >
      <PageTabs
        label={texts.parts}
        path={(one) => adminPath(slug, one)}
        names={tabs}
        texts={texts.tabs}
        current={tab}
        more={(one) =>
          !!waiting[one] && <span className={classes.waiting}>{counted(waiting[one])}</span>
        }
      />
      <OfflineNote text={texts.offline} />
      <Suspense fallback={<LoadingState />}>
        <Drawn of={of} />
      </Suspense>
    </Page>
  );
}
