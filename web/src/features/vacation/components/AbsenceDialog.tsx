import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { DateField } from '@/area/DateField.tsx';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { applyTexts, absenceTexts as texts, vacationTexts } from '@/texts/vacation.ts';
import { vacationAnew, vacationCalls } from '../api.ts';
import { wrongSpan } from '../days.ts';
import type { AbsenceKind, Person } from '../types.ts';
import classes from './vacation.module.css';

const KINDS = Object.entries(vacationTexts.kinds).map(([value, label]) => ({ value, label }));

type AbsenceDialogProps = {
  idEntity: number;
  onClose: () => void;
  /** Somebody else, for whom a manager reports. */
  person?: Person;
};

/** Being away for something else than vacation: what sort, from, to, and no field for why. */
export default function AbsenceDialog({ idEntity, person, onClose }: AbsenceDialogProps) {
  const client = useQueryClient();
  return (
    <Dialog title={person ? texts.titleFor(person.displayName) : texts.title} onClose={onClose}>
      <p className={classes.what}>{person ? texts.hintFor : texts.hint}</p>
      <Form
        submit={texts.submit}
        onCancel={onClose}
        check={(values) => wrongSpan({ from: textOf(values, 'from'), to: textOf(values, 'to') })}
        conflicts={{ OVERLAP: 'from' }}
        send={(values, key) =>
          vacationCalls.absent(
            idEntity,
            {
              kind: textOf(values, 'kind') as AbsenceKind,
              from: textOf(values, 'from'),
              to: textOf(values, 'to'),
              ...(person && { idAuthUser: person.id }),
            },
            key,
          )
        }
        done={async () => {
          toast({ type: 'success', message: texts.done });
          onClose();
          await vacationAnew(client);
        }}
      >
        {(field) => (
          <>
            <NativeSelect label={texts.kind} data={KINDS} {...field('kind')} />
            <div className={classes.pair}>
              <DateField label={applyTexts.from} {...field('from')} />
              <DateField label={applyTexts.to} {...field('to')} />
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
