import {
  IconBell,
  IconBookmark,
  IconCalendarPlus,
  IconHeart,
  IconShare,
  IconThumbUp,
  IconWorldUpload,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { reminderTexts, engagementTexts as texts } from '@/texts/engagement.ts';
import { bookmarksKey, calendarKey, eventQuery } from '../api.ts';
import { writes } from '../calendars.ts';
import { eventPath } from '../paths.ts';
import type { CalendarEvent } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import { engagementCalls, type Signs, setToggle, type Toggle, toggled } from './calls.ts';
import classes from './engagement.module.css';
import { Reactions } from './Reactions.tsx';

const RemindersDialog = lazy(() => loadPart(() => import('../reminders/RemindersDialog.tsx')));
const RepublishDialog = lazy(() => loadPart(() => import('./RepublishDialog.tsx')));

type EngagementProps = { event: CalendarEvent; recurrenceId: string | null };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const fail = (error: unknown) => toast({ type: 'error', message: messageOf(error) });

/** What somebody signed in does with an event: likes it, comes, keeps it, shares it, takes it over, is reminded. */
export default function Engagement({ event, recurrenceId }: EngagementProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { calendars } = useGroups();
  const [open, setOpen] = useState<'reminders' | 'republish' | null>(null);
  const { eventUUID } = event;
  const home = calendars.find(({ calendarUUID }) => calendarUUID === event.calendarUUID);
  const isMine = home !== undefined && writes(home) && (home.idEntity ?? null) === null;

  const { queryKey } = eventQuery(eventUUID, true, recurrenceId);
  const hold = (signs: Partial<Signs>) =>
    client.setQueryData<CalendarEvent>(queryKey, (held) => held && { ...held, ...signs });

  const toggle = useMutation({
    // The last click holds.
    scope: { id: `signs ${eventUUID}` },
    mutationFn: ({ what, on }: { what: Toggle; on: boolean }) => setToggle(eventUUID, what, on),
    onSuccess: (signs, { what }) => {
      hold(signs);
      if (what === 'bookmark') void client.invalidateQueries({ queryKey: bookmarksKey });
    },
    onError: (error) => {
      fail(error);
      void client.invalidateQueries({ queryKey });
    },
  });
  const save = useMutation({
    mutationFn: () => engagementCalls.save(eventUUID),
    onSuccess: (copy) => {
      toast({
        type: 'success',
        message: texts.saved,
        action: { label: texts.open, run: () => void navigate(eventPath(copy.eventUUID)) },
      });
      void client.invalidateQueries({ queryKey: calendarKey });
    },
    onError: fail,
  });

  async function share() {
    try {
      await navigator.clipboard.writeText(window.location.href);
    } catch {
      toast({ type: 'error', message: texts.copyFailed });
      return;
    }
    toast({ type: 'success', message: texts.copied });
    // That it was counted changes nothing for who shares it.
    await engagementCalls.share(eventUUID).then(hold, () => {});
  }

  const sign = (what: Toggle, isOn: boolean, label: string, Icon: ComponentType<typeof icon>) => (
    <button
      type="button"
      className={classes.sign}
      aria-pressed={isOn}
      onClick={() => {
        hold(toggled(event, what));
        toggle.mutate({ what, on: !isOn });
      }}
    >
      <Icon {...icon} />
      {label}
    </button>
  );
  return (
    <section className={classes.part} aria-label={texts.label}>
      <div className={classes.signs}>
        {sign('like', event.liked, texts.like(event.nrLikes), IconHeart)}
        {!event.enrollment &&
          sign('attend', event.attending, texts.attend(event.nrAttending), IconThumbUp)}
        {sign('bookmark', event.isBookmarked, texts.bookmark(event.bookmarkCount), IconBookmark)}
        <button
          type="button"
          className={classes.sign}
          title={event.uniqueSharers > 0 ? texts.sharers(event.uniqueSharers) : undefined}
          onClick={() => void share()}
        >
          <IconShare {...icon} />
          {texts.share(event.shareCount)}
        </button>
        <button type="button" className={classes.sign} onClick={() => setOpen('reminders')}>
          <IconBell {...icon} />
          {reminderTexts.title}
        </button>
        {!isMine && (
          <button
            type="button"
            className={classes.sign}
            disabled={save.isPending}
            onClick={() => save.mutate()}
          >
            <IconCalendarPlus {...icon} />
            {texts.save}
          </button>
        )}
        {event.visibility === 'PUBLIC' && (
          <button type="button" className={classes.sign} onClick={() => setOpen('republish')}>
            <IconWorldUpload {...icon} />
            {texts.republish}
          </button>
        )}
      </div>
      <Reactions eventUUID={eventUUID} />
      <Suspense>
        {open === 'reminders' && (
          <RemindersDialog
            eventUUID={eventUUID}
            isSeries={event.rrule !== null}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'republish' && <RepublishDialog event={event} onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  );
}
