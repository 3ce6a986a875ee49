import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResourceForm } from '../form.ts';
import classes from './manage.module.css';

/** What the parts of the form of a bookable are given. */
export type PartProps = {
  form: ResourceForm;
  onChange: (patch: Partial<ResourceForm>) => void;
  /** What is wrong with a field, by the server's name of it. */
  wrong: (field: string) => string | undefined;
};

/** One of a list with something changed. */
export const put = <T,>(all: readonly T[], at: number, patch: Partial<T>): T[] =>
  all.map((one, n) => (n === at ? { ...one, ...patch } : one));
export const without = <T,>(all: readonly T[], at: number): T[] => all.filter((_, n) => n !== at);

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
        onClick={onClick}
      >
        {label}
      </Button>
    </div>
  );
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div>
      <Button
        variant="subtle"
        leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
        onClick={onClick}
      >
        {label}
      </Button>
    </div>
  );
}
