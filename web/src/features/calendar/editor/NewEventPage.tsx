import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useActing } from '@/features/context/index.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { calendarFormTexts, eventTexts, editorTexts as texts } from '@/texts/calendar.ts';
import { eventKinds } from '@/texts/eventKinds.ts';
import { ownToWrite, writes } from '../calendars.ts';
import { eventPath, ME } from '../paths.ts';
import { useGroups } from '../useCalendar.ts';
import { readDraft } from './draft.ts';
import { EventEditor } from './EventEditor.tsx';
import classes from './editor.module.css';
import { newForm, wishIn } from './form.ts';

const CalendarDialog = lazy(() => loadPart(() => import('../components/CalendarDialog.tsx')));

/**
 * /editevent/new/{viewContext}, and the addresses of the create dialog with what they ask for: type, organization, private. The
 * context is `me` or an organisation's slug; it says whose calendars come first.
 */
export default function NewEventPage() {
  const { viewContext = ME } = useParams();
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { query, groups, calendars } = useGroups();
  const { data: organisations } = useQuery(myEntitiesQuery);
  const acting = useActing()?.id;
  const [now] = useState(() => new Date());
  const [making, setMaking] = useState(false);
  const [formKey, setFormKey] = useState<string | null>(null);
  if (query.error && !query.data) {
    return <ErrorState page error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || !organisations) return <LoadingState />;

  const type = params.get('type');
  const title = eventKinds[type ?? ''] ?? texts.createTitle;
  const wish = wishIn(params, now);
  const asked = params.get('organization');
  const organisation = organisations.find(
    ({ idEntity, entitySlug }) => String(idEntity) === asked || entitySlug === viewContext,
  );
  const forEntity =
    organisation?.idEntity ?? (viewContext === ME && !wish.isPrivate ? acting : null);
  const all = groups.flatMap((group) => group.calendars).filter(writes);
  const theirs = all.find(({ idEntity }) => idEntity === forEntity && forEntity != null);
  const own = ownToWrite(all);
  const named = calendars.find((one) => one.calendarUUID === params.get('calendar'));
  const calendar = named ?? theirs ?? (organisation ? undefined : (own ?? all[0]));
  const what = `new:${pathname}${search}`;
  const began = newForm(wish, calendar, now);
  // Another calendar to write in, as when another tab switches the context, begins the form anew; once something is
  // written the form stays, for a new one would take the focus from whoever is typing.
  const wanted = calendar?.calendarUUID ?? 'none';
  if (wanted !== formKey && (formKey === null || readDraft(what, began) === null))
    setFormKey(wanted);
  return (
    <>
      {organisation && !theirs && (
        <div className={classes.page}>
          <div className={classes.note} role="status">
            {texts.noneToWrite}
            <Button variant="default" size="sm" onClick={() => setMaking(true)}>
              {calendarFormTexts.create}
            </Button>
          </div>
        </div>
      )}
      <EventEditor
        key={formKey}
        title={title}
        organisation={organisation?.entityName}
        what={what}
        began={began}
        old={null}
        recurrenceId={null}
        onCancel={() => void navigate(-1)}
        onDone={({ eventUUID }) => {
          toast({ type: 'success', message: eventTexts.created });
          void navigate(eventPath(eventUUID), { replace: true });
        }}
      />
      {making && (
        <Suspense>
          <CalendarDialog
            calendar={null}
            idEntity={organisation?.idEntity ?? null}
            onClose={() => setMaking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
