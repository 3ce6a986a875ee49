import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { AreaView } from '@/features/areas/AreaView.tsx';
import classes from '@/features/areas/areas.module.css';
import { areaNotes, areaTexts, eventKinds } from '@/texts/areas.ts';

/** The event editor comes later; it already takes what it is asked to make (type, organization, private). */
export function EventCreatePage() {
  const [search] = useSearchParams();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const organisation = organisations.find(
    ({ idEntity }) => String(idEntity) === search.get('organization'),
  );
  const isPrivate = search.get('private') === 'true';
  const title = eventKinds[search.get('type') ?? ''] ?? areaTexts.eventCreate.title;

  return (
    <AreaView area="eventCreate" title={title}>
      {(organisation || isPrivate) && (
        <p className={classes.notes}>
          {organisation && <span>{areaNotes.forOrganisation(organisation.entityName)}</span>}
          {isPrivate && <span>{areaNotes.private}</span>}
        </p>
      )}
    </AreaView>
  );
}
