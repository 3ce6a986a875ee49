import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { engagementTexts as texts } from '@/texts/engagement.ts';
import { calendarKey } from '../api.ts';
import { writes } from '../calendars.ts';
import type { CalendarEvent } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import { engagementCalls } from './calls.ts';

type RepublishDialogProps = { event: CalendarEvent; onClose: () => void };

/** What everybody sees, in a public calendar of one's own as well. */
export default function RepublishDialog({ event, onClose }: RepublishDialogProps) {
  const client = useQueryClient();
  const { groups } = useGroups();
  const targets = groups
    .map(({ name, calendars }) => ({
      group: name,
      items: calendars
        .filter(
          (one) =>
            one.visibility === 'PUBLIC' && writes(one) && one.calendarUUID !== event.calendarUUID,
        )
        .map(({ calendarUUID, name: label }) => ({ value: calendarUUID, label })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Dialog title={texts.republishTitle} onClose={onClose}>
      {targets.length === 0 ? (
        <p>{texts.noPublic}</p>
      ) : (
        <>
          <p>{texts.republishText}</p>
          <Form
            submit={texts.doRepublish}
            onCancel={onClose}
            send={(values) =>
              engagementCalls.republish(event.eventUUID, textOf(values, 'calendarUUID'))
            }
            done={() => {
              toast({ type: 'success', message: texts.republished });
              void client.invalidateQueries({ queryKey: calendarKey });
              onClose();
            }}
          >
            {(field) => (
              <NativeSelect label={texts.republishTo} data={targets} {...field('calendarUUID')} />
            )}
          </Form>
        </>
      )}
    </Dialog>
  );
}
