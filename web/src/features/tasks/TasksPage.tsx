import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Slot } from '@/area/Slot.tsx';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { PageTabs } from '@/components/PageTabs.tsx';
import { LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { boardExportTexts } from '@/texts/boardFiles.ts';
import { taskTexts as texts } from '@/texts/tasks.ts';
import { MyDay } from './components/MyDay.tsx';
import classes from './components/tasks.module.css';
import { useTasksLive } from './live.ts';
import { TASKS } from './paths.ts';

const ListTab = lazy(() => loadPart(() => import('./components/ListTab.tsx')));
const DonePlot = lazy(() => loadPart(() => import('./components/DonePlot.tsx')));
const StacksTab = lazy(() => loadPart(() => import('./components/StacksTab.tsx')));

const TABS = ['dag', 'lista', 'stackar', 'klart'] as const;
type Tab = (typeof TABS)[number];

const parts: Record<Tab, ComponentType<{ me: number }>> = {
  dag: MyDay,
  lista: ListTab,
  stackar: StacksTab,
  klart: ({ me }) => <DonePlot of={{ user: me }} />,
};

/** /uppgifter: one's day, with ?tab=lista all that there is to do, with ?tab=stackar in an order of one's own, with ?tab=klart how much is done. */
export default function TasksPage() {
  const [params] = useSearchParams();
  const me = useMe()?.idUser;
  usePageTitle(texts.mine);
  useTasksLive();
  const asked = params.get('tab');
  const tab = TABS.find((one) => one === asked) ?? 'dag';
  const Part = parts[tab];
  return (
    <div className={classes.page} data-tour="area">
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.mine}
        </h1>
        <p className={classes.links}>
          <Slot name="tasks" props={{ idEntity: null }} />
          <a href="/api/v1/tasks/export" download>
            {boardExportTexts.tasks}
          </a>
        </p>
      </div>
      <PageTabs label={texts.tabList} path={TASKS} names={TABS} texts={texts.tabs} current={tab} />
      <OfflineNote text={texts.offline} />
      {me === undefined ? (
        <LoadingState />
      ) : (
        <Suspense fallback={<LoadingState />}>
          <Part me={me} />
        </Suspense>
      )}
    </div>
  );
}
