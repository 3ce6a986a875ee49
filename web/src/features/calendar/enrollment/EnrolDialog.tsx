import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import type { Choice } from '@/area/Picker.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { ContactPicker } from '@/features/contacts/pickers.tsx';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { enrolledTexts, enrolTexts as texts } from '@/texts/enrollment.ts';
import { calendarKey } from '../api.ts';
import type { CalendarEvent } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import { AnswerFields, answerIn, missingIn } from './AnswerFields.tsx';
import { type Enrollment, enrollmentCalls, type Occurrence } from './api.ts';

type EnrolDialogProps = { of: Occurrence; event: CalendarEvent; onClose: () => void };

/** Enrols somebody else: of the organisation's people, or of one's contacts. */
export default function EnrolDialog({ of, event, onClose }: EnrolDialogProps) {
  const client = useQueryClient();
  const { calendars } = useGroups();
  const [person, setPerson] = useState<Choice | null>(null);
  const calendar = calendars.find((one) => one.calendarUUID === event.calendarUUID);
  const idEntity = calendar?.idEntity ?? null;
  const { questions, maxGuests } = event.enrollment as Enrollment;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        conflicts={{ ALREADY_ENROLLED: 'idUser' }}
        check={(values) => ({
          idUser: textOf(values, 'idUser') ? undefined : texts.nobody,
          ...missingIn(values, questions),
        })}
        send={(values, key) =>
          enrollmentCalls.enrol(
            of,
            { ...answerIn(values, questions), idUser: Number(textOf(values, 'idUser')) },
            key,
          )
        }
        done={({ myEnrollmentStatus }) => {
          const how = enrolledTexts.statuses[myEnrollmentStatus];
          toast({ type: 'success', message: texts.done(person?.label ?? '', how) });
          void client.invalidateQueries({ queryKey: calendarKey });
          onClose();
        }}
      >
        {(named) => (
          <>
            {idEntity === null ? (
              <ContactPicker label={texts.contact} onPick={setPerson} {...named('idUser')} />
            ) : (
              <PersonPicker
                idEntity={idEntity}
                label={texts.person}
                onPick={setPerson}
                {...named('idUser')}
              />
            )}
            <AnswerFields questions={questions} maxGuests={maxGuests} named={named} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
