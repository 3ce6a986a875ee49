import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { SlotProps } from '@/area/slots.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { loadWithin } from '@/lib/loadPart.ts';

const Newsletters = lazy(() => loadWithin(() => import('./Newsletters.tsx')));

/** On an organisation's page, for those who manage it alone: others load nothing of it. */
export default function NewslettersOf({ id, slug }: SlotProps['organisation']) {
  const { data: entity } = useQuery(entityQuery(slug));
  if (!entity?.abilities.includes('MANAGE_RELATIONS')) return null;
  return (
    <Suspense>
      <Newsletters idEntity={id} />
    </Suspense>
  );
}
