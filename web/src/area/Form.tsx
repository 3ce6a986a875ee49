import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormAlert } from '@/components/FormAlert.tsx';
import { type Submission, useSubmit } from '@/hooks/useSubmit.ts';
import { dialogTexts } from '@/texts/shell.ts';
import classes from './Form.module.css';

/** What a field gets: its name, by which the server's words find it, and those words. */
export type Field = (name: string) => { name: string; error: string | undefined };

type FormProps<T> = Submission<T> & {
  children: (field: Field) => ReactNode;
  submit: string;
  /** In a dialog: the way out without sending. */
  onCancel?: () => void;
};

/** A form in all its states (useSubmit): fields, what went wrong with it as a whole, its buttons. */
export function Form<T>({ children, submit, onCancel, ...submission }: FormProps<T>) {
  const form = useSubmit(submission);
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert message={form.message} />
      {children((name) => ({ name, error: form.fieldError(name) }))}
      <div className={onCancel ? classes.dialogButtons : classes.buttons}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {dialogTexts.cancel}
          </Button>
        )}
        <Button type="submit" loading={form.pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
