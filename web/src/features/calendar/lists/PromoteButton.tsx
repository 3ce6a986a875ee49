import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { promotedTexts as texts } from '@/texts/engagement.ts';
import { calendarKey } from '../api.ts';
import { writes } from '../calendars.ts';
import type { Calendar, CalendarEvent } from '../types.ts';
import { setPromoted } from './api.ts';

type PromoteButtonProps = { event: CalendarEvent; calendar: Calendar | undefined };

/** Whether somebody may show an event to everybody: one of an organisation, in a calendar and a state that everybody sees. */
export const promotes = (
  event: Pick<CalendarEvent, 'abilities' | 'visibility' | 'eventStatus' | 'promoted'>,
  calendar: Pick<Calendar, 'idEntity' | 'visibility'> | undefined,
): boolean => {
  if (!writes(event) || !calendar || (calendar.idEntity ?? null) === null) return false;
  // What is shown already may always be taken back.
  if (event.promoted) return true;
  const isOpen = calendar.visibility === 'PUBLIC' && event.visibility === 'PUBLIC';
  return isOpen && event.eventStatus !== 'CANCELLED';
};

/** Shows an organisation's event on the start page and among the events, or no longer. */
export default function PromoteButton({ event, calendar }: PromoteButtonProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (on: boolean) => setPromoted(event.eventUUID, on),
    onSuccess: (_, on) => toast({ type: 'success', message: on ? texts.promoted : texts.demoted }),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });
  if (!promotes(event, calendar)) return null;
  return (
    <Button
      variant="default"
      loading={change.isPending}
      onClick={() => change.mutate(!event.promoted)}
    >
      {event.promoted ? texts.demote : texts.promote}
    </Button>
  );
}
