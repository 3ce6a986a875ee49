import { useQuery } from '@tanstack/react-query';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { isDate, isTime } from '@/area/moments.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { editorTexts, eventTexts as texts } from '@/texts/calendar.ts';
import { eventQuery } from '../api.ts';
import { daysFrom } from '../days.ts';
import { type EventForm, formOf, movedForm } from '../editor/form.ts';
import { minutesOf } from '../zone.ts';
import type { Met } from './wish.ts';

type MoveDialogProps = {
  met: Met;
  onMove: (change: (form: EventForm) => EventForm) => void;
  onClose: () => void;
};

/** Moving without dragging: to a day and a time; it lasts as long as before. */
export function MoveDialog({ met, onMove, onClose }: MoveDialogProps) {
  const { data: event, error, refetch } = useQuery(eventQuery(met.eventUUID, true));
  const form = event && formOf(event, event.rrule ? met.recurrenceId : null);
  return (
    <Dialog title={texts.moveTitle(met.title)} onClose={onClose}>
      {error && !event && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!form && !error && <LoadingState />}
      {form && (
        <Form
          submit={texts.doMove}
          onCancel={onClose}
          check={(values) => ({
            date: isDate(textOf(values, 'date')) ? undefined : editorTexts.wrongDate,
            time: form.allDay || isTime(textOf(values, 'time')) ? undefined : editorTexts.wrongTime,
          })}
          send={async (values) => ({ date: textOf(values, 'date'), time: textOf(values, 'time') })}
          done={({ date, time }) =>
            onMove((before) =>
              movedForm(before, {
                days: daysFrom(before.startDate, date),
                minutes: before.allDay ? 0 : minutesOf(time) - minutesOf(before.startTime),
              }),
            )
          }
        >
          {(field) => (
            <>
              <DateField label={texts.newDate} defaultValue={form.startDate} {...field('date')} />
              {!form.allDay && (
                <TimeField label={texts.newTime} defaultValue={form.startTime} {...field('time')} />
              )}
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
