import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField } from '@/area/DateField.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { employeeTexts as texts } from '@/texts/vacationManage.ts';
import { employeesQuery, vacationAnew, vacationCalls } from '../api.ts';
import { yearName } from '../days.ts';
import {
  type EmployeeForm,
  employeeDraft,
  employeeForm,
  savedField,
  wrongEmployee,
} from '../forms.ts';
import { STALE } from '../said.ts';
import type { Employee, HolidayYear } from '../types.ts';
import classes from './vacation.module.css';

type EmployeeDialogProps = {
  idEntity: number;
  kind: HolidayYear;
  /** The holiday year that it is. */
  year: number;
  onClose: () => void;
  /** Who is changed; without: somebody is added. */
  old?: Employee;
};

/** The terms of somebody's employment, as far as vacation follows from them. */
export function EmployeeDialog({ old, ...props }: EmployeeDialogProps) {
  const client = useQueryClient();
  const [held, setHeld] = useState(old);
  const title = held ? texts.editOf(held.user.displayName) : texts.add;
  return (
    <Dialog title={title} onClose={props.onClose}>
      <Fields
        key={held?.version}
        {...props}
        {...(held && { old: held })}
        onReload={async () => {
          const query = employeesQuery(props.idEntity);
          const { pages } = await client.fetchInfiniteQuery({ ...query, staleTime: 0 });
          const all = pages.flatMap(({ content }) => content);
          const found = all.find(({ user }) => user.id === held?.user.id);
          if (found) setHeld(found);
          else props.onClose();
        }}
      />
    </Dialog>
  );
}

type FieldsProps = EmployeeDialogProps & { onReload: () => Promise<void> };

function Fields({ idEntity, kind, year, old, onClose, onReload }: FieldsProps) {
  const client = useQueryClient();
  const first = employeeForm(old, year);
  const formOf = (values: FormData): EmployeeForm => ({
    employedFrom: textOf(values, 'employedFrom'),
    employedUntil: textOf(values, 'employedUntil'),
    share: textOf(values, 'share'),
    daysPerYear: textOf(values, 'daysPerYear'),
    saved: first.saved.map((one) => ({ ...one, days: textOf(values, savedField(one.year)) })),
  });
  const { submit, pending, message, code, fieldError } = useSubmit<Employee>({
    check: (values) => ({
      idAuthUser: old || textOf(values, 'idAuthUser') ? undefined : texts.personMissing,
      ...wrongEmployee(formOf(values)),
    }),
    send: (values) =>
      vacationCalls.employ(
        idEntity,
        old?.user.id ?? Number(textOf(values, 'idAuthUser')),
        employeeDraft(formOf(values), old),
      ),
    done: async ({ user }) => {
      const words = old ? texts.savedSaid : texts.added(user.displayName);
      toast({ type: 'success', message: words });
      onClose();
      await vacationAnew(client);
    },
  });
  const field = (name: string) => ({ name, error: fieldError(name) });
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 3 } as const;
  const isStale = code === STALE;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert message={isStale ? texts.stale : message} />
      {isStale && old && (
        <Button variant="default" onClick={() => void onReload()}>
          {texts.reload}
        </Button>
      )}
      {!old && (
        <PersonPicker
          idEntity={idEntity}
          label={texts.person}
          description={texts.personHint}
          {...field('idAuthUser')}
        />
      )}
      <div className={classes.pair}>
        <DateField
          label={texts.from}
          defaultValue={first.employedFrom}
          {...field('employedFrom')}
        />
        <DateField
          label={texts.until}
          defaultValue={first.employedUntil}
          {...field('employedUntil')}
        />
      </div>
      <div className={classes.pair}>
        <TextInput label={texts.share} defaultValue={first.share} {...number} {...field('share')} />
        <TextInput
          label={texts.daysPerYear}
          defaultValue={first.daysPerYear}
          {...number}
          {...field('daysPerYear')}
        />
      </div>
      <fieldset className={classes.group}>
        <legend>{texts.saved}</legend>
        <p className={classes.faint}>{texts.savedHint}</p>
        <div className={classes.years}>
          {first.saved.map((one) => (
            <TextInput
              key={one.year}
              label={texts.savedFrom(yearName(one.year, kind))}
              defaultValue={one.days}
              {...number}
              {...field(savedField(one.year))}
            />
          ))}
        </div>
      </fieldset>
      <div className={classes.buttons}>
        <Button type="submit" loading={pending}>
          {old ? texts.save : texts.submit}
        </Button>
      </div>
    </form>
  );
}
