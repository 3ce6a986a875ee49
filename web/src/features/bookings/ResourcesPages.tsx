import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { LoadingState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import ResourcesPage from './ResourcesPage.tsx';

const NewResourcePage = lazy(() => loadPart(() => import('./NewResourcePage.tsx')));
const GroupsPage = lazy(() => loadPart(() => import('./GroupsPage.tsx')));
const HoursPage = lazy(() => loadPart(() => import('./HoursPage.tsx')));
const ResourcePage = lazy(() => loadPart(() => import('./ResourcePage.tsx')));

/** Below /settings/resources: what can be booked at an organisation, and when. */
export default function ResourcesPages() {
  return (
    <Suspense fallback={<LoadingState />}>
      <Routes>
        <Route index element={<ResourcesPage />} />
        <Route path="new" element={<NewResourcePage />} />
        <Route path="groups" element={<GroupsPage />} />
        <Route path="hours" element={<HoursPage />} />
        <Route path=":idBookable" element={<ResourcePage />} />
        <Route path="*" element={<ResourcePage />} />
      </Routes>
    </Suspense>
  );
}
