import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
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

type FoldProps = {
  title: string;
  /** What is set, in a sentence. */
  said: string;
  /** Within a part. */
  small?: boolean;
  children: ReactNode;
};

/** What is changed rarely: folded away below what is set there, and open where something in it is wrong. */
export function Fold({ title, said, small, children }: FoldProps) {
  const box = useRef<HTMLDetailsElement>(null);
  // Before the focus goes to the wrong field, which cannot have it while it is folded away.
  useLayoutEffect(() => {
    if (box.current?.querySelector('[aria-invalid="true"]')) box.current.open = true;
  });
  return (
    <details ref={box} className={small ? classes.smallFold : classes.fold}>
      <summary>
        <span className={classes.foldTitle}>{title}</span>
        <span className={classes.faint}>{said}</span>
      </summary>
      <div className={classes.folded}>{children}</div>
    </details>
  );
}

type CheckProps = {
  label: string;
  /** By which the form finds the first that is wrong. */
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function Check({ label, name, checked, onChange }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        name={name}
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
