import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useContextKnown } from '@/features/context/useContextKnown.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { EntityView, NoSuchEntity } from '@/features/entities/components/EntityView.tsx';
import { Person } from '@/features/people/Person.tsx';
import { useSliced } from '@/hooks/useSliced.ts';

/** One segment that is nobody else's: an organisation, or a person by their user name. */
export function SlugPage() {
  const { entitySlug = '' } = useParams();
  const { data: entity, error, refetch } = useQuery(entityQuery(entitySlug));
  const known = useContextKnown();
  const shown = useSliced(entity !== undefined && known);
  if (entity && !shown) return <LoadingState />;
  if (entity) return <EntityView entity={entity} />;
  if (error instanceof ApiError && error.status === 404) {
    return <Person userName={entitySlug} missing={<NoSuchEntity />} />;
  }
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}
