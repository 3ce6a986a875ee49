import { useMatches } from 'react-router';
import { AreaView } from '@/features/areas/AreaView.tsx';
import type { AreaId } from '@/texts/areas.ts';

/** Every area whose route says no more than which it is. */
export function AreaPage() {
  const area = useMatches().at(-1)?.handle as { area: AreaId } | undefined;
  return <AreaView area={area?.area ?? 'tickets'} />;
}
