import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { CoverField } from '@/area/CoverField.tsx';
import { Form } from '@/area/Form.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { coverTexts as texts } from '@/texts/calendar.ts';
import { calendarCalls, calendarKey } from '../api.ts';
import { draftOf, formOf } from '../editor/form.ts';
import type { CalendarEvent } from '../types.ts';
import { coverAt, removeCover, setCover } from './cover.ts';

/** Most of what is said of a picture (characters). */
const ALT_MAX = 300;

/** The picture over an event and what it shows, for who may change it. */
export default function EventCover({ event }: { event: CalendarEvent }) {
  const client = useQueryClient();
  // Its address stands wherever the event does.
  const refresh = () => client.invalidateQueries({ queryKey: calendarKey });
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? setCover(event, file) : removeCover(event)),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: refresh,
  });
  const src = coverAt(event.coverImage, 512);
  const same = draftOf(formOf(event), { old: event, recurrenceId: null, scope: 'all' });
  return (
    <CoverField
      label={texts.label}
      cover={src ? { src, alt: event.coverAlt ?? '' } : null}
      hint={texts.hint}
      pending={change.isPending}
      onChoose={change.mutate}
      onRemove={() => change.mutate(null)}
    >
      <Form
        key={event.coverImage}
        submit={texts.save}
        send={(values) =>
          calendarCalls.changeEvent(event.id, { ...same, coverAlt: textOf(values, 'coverAlt') })
        }
        done={() => {
          toast({ type: 'success', message: texts.saved });
          void refresh();
        }}
      >
        {(field) => (
          <TextInput
            label={texts.alt}
            description={texts.altHint}
            maxLength={ALT_MAX}
            defaultValue={event.coverAlt ?? ''}
            {...field('coverAlt')}
          />
        )}
      </Form>
    </CoverField>
  );
}
