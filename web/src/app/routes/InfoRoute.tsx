import { useLoaderData } from 'react-router';
import type { InfoPage } from '@/content/types.ts';
import { InfoView } from '@/features/info/InfoView.tsx';

/** One component for every page of the content folder. */
export function InfoRoute() {
  return <InfoView page={useLoaderData<InfoPage>()} />;
}
