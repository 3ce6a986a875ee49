import { NativeSelect, TextInput } from '@mantine/core';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { enrollmentFieldTexts as texts } from '@/texts/enrollment.ts';
import type { FieldsProps } from './EventFields.tsx';
import classes from './editor.module.css';
import { blankEnrollment, type EnrollmentForm } from './enrollmentForm.ts';
import { QuestionFields } from './QuestionFields.tsx';

const MODES = ['NONE', 'AUTO_CONFIRM', 'OFFER', 'MANUAL'] as const;
const MOST_GUESTS = 20;
const MOST_DIGITS = 6;

/** Whether and how people enrol. `dates` changes when dates were set from outside. */
export function EnrollmentFields({
  form,
  errors,
  onChange,
  dates,
}: Pick<FieldsProps, 'form' | 'errors' | 'onChange' | 'dates'>) {
  const { enrollment } = form;
  const set = (patch: Partial<EnrollmentForm>) =>
    onChange({ enrollment: { ...(enrollment ?? blankEnrollment), ...patch } });
  return (
    <fieldset className={classes.group}>
      <legend>{texts.label}</legend>
      <label className={classes.check}>
        <input
          type="checkbox"
          name="enrollment"
          checked={enrollment !== null}
          onChange={({ currentTarget }) =>
            onChange({ enrollment: currentTarget.checked ? blankEnrollment : null })
          }
        />
        {texts.on}
      </label>
      {errors.enrollment && (
        <p className={classes.wrong} role="alert">
          {errors.enrollment}
        </p>
      )}
      {enrollment && (
        <>
          <TextInput
            label={texts.capacity}
            description={texts.capacityHint}
            name="enrollment.capacity"
            inputMode="numeric"
            value={enrollment.capacity}
            error={errors['enrollment.capacity']}
            onChange={({ currentTarget }) =>
              set({ capacity: currentTarget.value.replace(/\D/g, '').slice(0, MOST_DIGITS) })
            }
          />
          <div className={classes.pair} key={dates}>
            <DateField
              name="enrollment.deadline"
              label={texts.deadlineDate}
              description={texts.deadlineHint}
              defaultValue={enrollment.deadlineDate}
              error={errors['enrollment.deadline']}
              onChange={(date) => set({ deadlineDate: date ?? '' })}
            />
            <TimeField
              name="enrollment.deadlineTime"
              label={texts.deadlineTime}
              description={texts.deadlineTimeHint}
              value={enrollment.deadlineTime}
              error={errors['enrollment.deadlineTime']}
              onChange={({ currentTarget }) => set({ deadlineTime: currentTarget.value })}
            />
          </div>
          <NativeSelect
            label={texts.waitlist}
            name="enrollment.waitlistMode"
            value={enrollment.waitlistMode}
            error={errors['enrollment.waitlistMode']}
            data={MODES.map((value) => ({ value, label: texts.waitlistModes[value] }))}
            onChange={({ currentTarget }) =>
              set({ waitlistMode: currentTarget.value as EnrollmentForm['waitlistMode'] })
            }
          />
          <NativeSelect
            label={texts.maxGuests}
            name="enrollment.maxGuests"
            value={String(enrollment.maxGuests)}
            error={errors['enrollment.maxGuests']}
            data={Array.from({ length: MOST_GUESTS + 1 }, (_, n) => String(n))}
            onChange={({ currentTarget }) => set({ maxGuests: Number(currentTarget.value) })}
          />
          <label className={classes.check}>
            <input
              type="checkbox"
              name="enrollment.requiresApproval"
              checked={enrollment.requiresApproval}
              onChange={({ currentTarget }) => set({ requiresApproval: currentTarget.checked })}
            />
            {texts.requiresApproval}
          </label>
          <QuestionFields
            questions={enrollment.questions}
            errors={errors}
            onChange={(questions) => set({ questions })}
          />
        </>
      )}
    </fieldset>
  );
}
