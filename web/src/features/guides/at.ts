/** Which guide is meant at an address: an organisation's own tour is made for whom one is there. */
import type { QueryClient } from '@tanstack/react-query';
import { slugOfPath } from '@/features/context/index.ts';
import { entityQuery } from '@/features/entities/api.ts';
import type { GuideId } from '@/lib/guideIds.ts';
import { type Guide, guideOf, organisationTour, roleOnPage, tourRoleOf } from './catalog.ts';

export function guideAt(id: GuideId, pathname: string, client: QueryClient): Guide {
  const slug = slugOfPath(pathname);
  const entity = slug && client.getQueryData(entityQuery(slug).queryKey);
  if (id !== 'organization-guide' || !entity) return guideOf(id, true);
  return organisationTour({
    organizationId: entity.idEntity,
    organizationName: entity.entityName,
    userRole: tourRoleOf(entity.txRelationType),
    // Who manages an organisation writes its newsletters.
    features: {
      hasEvents: false,
      hasBooking: false,
      hasNewsletter: entity.abilities.includes('MANAGE_RELATIONS'),
    },
    // Who has no relation is shown what the page has.
    ...(!entity.txRelationType && { pageRole: roleOnPage(document) }),
  });
}
