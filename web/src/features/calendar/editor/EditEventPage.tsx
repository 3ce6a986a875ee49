import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { eventTexts, editorTexts as texts } from '@/texts/calendar.ts';
import { eventQuery } from '../api.ts';
import { writes } from '../calendars.ts';
import { NoSuchEvent } from '../event/NoSuchEvent.tsx';
import { eventPath } from '../paths.ts';
import { EventEditor } from './EventEditor.tsx';
import { formOf } from './form.ts';

/** /editevent/{eventUUID}/{viewContext}?recurrenceId=… : one of a series where it is named. */
export default function EditEventPage() {
  const { eventUUID = '', viewContext } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { data: event, error, refetch } = useQuery(eventQuery(eventUUID, true));
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  if (error instanceof ApiError && error.status === 404) return <NoSuchEvent />;
  if (error && !event) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  if (!event) return <LoadingState />;
  // To look at only: it is somebody else's to change.
  if (!writes(event)) return <NoSuchEvent />;
  const asked = params.get('recurrenceId');
  const recurrenceId = event.rrule && asked && !Number.isNaN(Date.parse(asked)) ? asked : null;
  const organisation = organisations.find(({ entitySlug }) => entitySlug === viewContext);
  return (
    <EventEditor
      key={`${eventUUID} ${recurrenceId}`}
      title={texts.editTitle}
      organisation={organisation?.entityName}
      what={`${eventUUID}:${recurrenceId ?? ''}`}
      began={formOf(event, recurrenceId)}
      old={event}
      recurrenceId={recurrenceId}
      onCancel={() => void navigate(-1)}
      onDone={(done) => {
        toast({ type: 'success', message: eventTexts.saved });
        const same = done.eventUUID === eventUUID && done.rrule ? recurrenceId : null;
        void navigate(eventPath(done.eventUUID, same), { replace: true });
      }}
    />
  );
}
