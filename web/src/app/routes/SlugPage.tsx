import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { entityQuery } from '@/features/entities/api.ts';
import { EntityView, NoSuchEntity } from '@/features/entities/components/EntityView.tsx';
import { contextBySlug } from '@/features/people/api.ts';
import { PersonView } from '@/features/people/PersonView.tsx';
import { pictureOf } from '@/lib/picture.ts';
import { useSignedIn } from '@/lib/session.ts';

/** One segment that is nobody else's: an organisation, or a person by their user name. */
export function SlugPage() {
  const { entitySlug = '' } = useParams();
  const me = useMe();
  const self = me?.userName === entitySlug;
  const { data: entity, error, refetch } = useQuery({ ...entityQuery(entitySlug), enabled: !self });
  if (self) {
    const { displayName: name, userName, profileImage: image } = me;
    return <PersonView self person={{ name, userName, image }} />;
  }
  if (entity) return <EntityView entity={entity} />;
  if (error instanceof ApiError && error.status === 404)
    return <PersonOrNobody slug={entitySlug} />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

/** People are seen by those who are signed in. */
function PersonOrNobody({ slug }: { slug: string }) {
  const signedIn = useSignedIn();
  const { data, error, refetch } = useQuery({ ...contextBySlug(slug), enabled: signedIn });
  if (!signedIn || data === null || data?.type === 'organization') return <NoSuchEntity />;
  if (data) {
    const image = pictureOf('user', data.imageId);
    return <PersonView self={false} person={{ name: data.name, userName: data.slug, image }} />;
  }
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}
