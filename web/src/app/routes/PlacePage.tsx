import { useParams } from 'react-router';
import { AreaView } from '@/features/areas/AreaView.tsx';
import { areaNotes } from '@/texts/areas.ts';

/** /e/stockholm: the page of a municipality. */
export function PlacePage() {
  const { place = '' } = useParams();
  const name = place.charAt(0).toLocaleUpperCase('sv') + place.slice(1);
  return <AreaView area="municipality" title={areaNotes.place(name)} />;
}
