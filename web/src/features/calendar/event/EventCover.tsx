import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { CoverField } from '@/area/CoverField.tsx';
import { toast } from '@/components/toast.ts';
import { coverTexts as texts } from '@/texts/calendar.ts';
import { calendarKey } from '../api.ts';
import type { CalendarEvent } from '../types.ts';
import { coverAt, removeCover, setCover } from './cover.ts';

/** The picture over an event, for who may change it. */
export default function EventCover({ event }: { event: CalendarEvent }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? setCover(event, file) : removeCover(event)),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    // Its address stands wherever the event does.
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });
  const src = coverAt(event.coverImage, 512);
  return (
    <CoverField
      label={texts.label}
      cover={src ? { src, alt: '' } : null}
      hint={texts.hint}
      pending={change.isPending}
      onChoose={change.mutate}
      onRemove={() => change.mutate(null)}
    />
  );
}
