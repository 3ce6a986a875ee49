import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { municipalitiesQuery } from '@/features/accounts/api.ts';
import { AreaView } from '@/features/areas/AreaView.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** /e/stockholm: the page of a municipality. */
export function PlacePage() {
  const { place = '' } = useParams();
  const { data: municipalities } = useQuery(municipalitiesQuery);
  const found = municipalities?.find(({ slug }) => slug === `ortskalendrar/${place}`);
  if (municipalities && !found) return <NotFoundPage />;
  return <AreaView area="municipality" {...(found && { title: found.fullName })} />;
}
