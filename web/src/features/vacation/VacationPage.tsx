import { Button } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { isRefused } from '@/api/ApiError.ts';
import type { Entity } from '@/api/types.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { Page } from '@/components/Page.tsx';
import { PageTabs } from '@/components/PageTabs.tsx';
import hidden from '@/components/spoken.module.css';
import { EmptyState, LoadingState } from '@/components/states.tsx';
import { useManaged } from '@/features/context/api.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { vacationTexts as texts } from '@/texts/vacation.ts';
import { applicationsQuery, settingsQuery } from './api.ts';
import { MyVacation } from './components/MyVacation.tsx';
import { Pending } from './components/Pending.tsx';
import classes from './components/vacation.module.css';
import { STAFF_TABS, TABS, type Tab, vacationPath } from './paths.ts';
import type { PartProps } from './types.ts';

const YearOf = lazy(() => loadPart(() => import('./components/YearOf.tsx')));
const Applications = lazy(() => loadPart(() => import('./components/Applications.tsx')));
const Employees = lazy(() => loadPart(() => import('./components/Employees.tsx')));
const SettingsOf = lazy(() => loadPart(() => import('./components/SettingsOf.tsx')));

const parts: Record<Tab, ComponentType<PartProps>> = {
  mine: MyVacation,
  year: YearOf,
  applications: Applications,
  employees: Employees,
  settings: SettingsOf,
};

const icon = <IconBeach size={28} stroke={1.5} />;

/** /{organisation}/semester, and ?tab=year|applications|employees|settings. */
export default function VacationPage() {
  const { entitySlug = '' } = useParams();
  const entity = useQuery(entityQuery(entitySlug));
  usePageTitle(entity.data ? texts.of(entity.data.entityName) : texts.title);
  if (entity.data) return <Of key={entity.data.idEntity} entity={entity.data} />;
  if (isRefused(entity.error)) return <NoAccess />;
  return <Pending page {...entity} />;
}

function NoAccess() {
  return (
    <EmptyState page {...texts.noAccess} icon={icon}>
      <Button component={Link} to="/">
        {texts.toStart}
      </Button>
    </EmptyState>
  );
}

function Of({ entity }: { entity: Entity }) {
  const settings = useQuery(settingsQuery(entity.idEntity));
  const managed = useManaged();
  if (isRefused(settings.error)) return <NoAccess />;
  if (!settings.data) return <Pending page {...settings} />;
  if (!managed.all) return <Pending page {...managed} />;
  const manages = managed.all.some(({ idEntity }) => idEntity === entity.idEntity);
  return <Tabs entity={entity} settings={settings.data} manages={manages} />;
}

function Tabs(props: PartProps) {
  const { entity, manages } = props;
  const [params] = useSearchParams();
  const asked = params.get('tab') as Tab;
  const tab = TABS.includes(asked) ? asked : 'mine';
  const names = manages ? TABS : STAFF_TABS;
  const Part = parts[tab];
  const waiting = useInfiniteQuery({ ...applicationsQuery(entity.idEntity), enabled: manages });
  const count = waiting.data?.pages.reduce((sum, { content }) => sum + content.length, 0) ?? 0;
  return (
    <Page
      title={texts.of(entity.entityName)}
      links={<Link to={`/${entity.entitySlug}`}>{entity.entityName}</Link>}
      wide
    >
      <PageTabs
        label={texts.tabList}
        path={(one) => vacationPath(entity.entitySlug, one)}
        names={names}
        texts={texts.tabs}
        current={tab}
        more={(one) =>
          one === 'applications' && <Waiting count={count} more={waiting.hasNextPage} />
        }
      />
      <OfflineNote text={texts.offline} />
      {names.includes(tab) ? (
        <Suspense fallback={<LoadingState />}>
          <Part {...props} />
        </Suspense>
      ) : (
        <EmptyState {...texts.notManager} icon={icon}>
          <Button component={Link} to={vacationPath(entity.entitySlug)}>
            {texts.home}
          </Button>
        </EmptyState>
      )}
    </Page>
  );
}

/** How many applications wait, behind the tab's name. */
function Waiting({ count, more }: { count: number; more: boolean }) {
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{more ? `${count}+` : count}</span>
      <span className={hidden.spoken}>{texts.waiting(count)}</span>
    </span>
  );
}
