import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { municipalitiesQuery } from '@/features/accounts/api.ts';
import { LocalityPage, MunicipalityView } from '@/features/search/PlaceView.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

/** /e/stockholm and /ortskalendrar/stockholm: the page of a municipality or a locality. */
export function PlacePage() {
  const { place = '' } = useParams();
  const { data: municipalities, error, refetch } = useQuery(municipalitiesQuery);
  const found = municipalities?.find(({ slug }) => slug === `ortskalendrar/${place}`);
  if (found) return <MunicipalityView place={found} />;
  if (municipalities) return <LocalityPage slug={place} absent={<NotFoundPage />} />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}
