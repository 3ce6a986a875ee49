import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadPart } from '@/lib/loadPart.ts';
import { fieldTexts as texts } from '@/texts/area.ts';
import classes from './DateField.module.css';
import { partsOf, timeField } from './moments.ts';

const DateInputs = lazy(() => loadPart(() => import('./DateInputs.tsx')));

export type DateFieldProps = {
  name: string;
  label: string;
  error?: string | undefined;
  description?: string;
  /** '2026-03-14'; '' for none. */
  defaultValue?: string;
  /** The first day that may be chosen. */
  minDate?: string;
  /** A day was chosen or typed; null while what stands there is none. */
  onChange?: (date: string | null) => void;
};

/** A day: typed as yyyy-mm-dd or chosen in a calendar with weeks from Monday and their numbers. */
export function DateField(props: DateFieldProps) {
  const { minDate: _, onChange: __, ...plain } = props;
  return (
    <Suspense fallback={<TextInput readOnly placeholder={texts.dateHint} {...plain} />}>
      <DateInputs {...props} />
    </Suspense>
  );
}

type TimeFieldProps = Omit<DateFieldProps, 'minDate' | 'onChange'> & {
  /** Kept outside of a form … */
  value?: string;
  onChange?: (event: { currentTarget: HTMLInputElement }) => void;
};

/** A time of day, hh:mm: as text, because the browser's own field speaks the browser's language. */
export function TimeField(props: TimeFieldProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder={texts.timeHint}
      {...props}
    />
  );
}

type MomentFieldProps = Omit<DateFieldProps, 'defaultValue' | 'onChange'> & {
  /** RFC 3339. */
  defaultValue?: string | null;
  /** Its day was chosen or typed; null while what stands there is none. */
  onDay?: (date: string | null) => void;
};

/** A day and a time of day, read by `momentOf`. */
export function MomentField({ name, label, defaultValue, onDay, ...props }: MomentFieldProps) {
  const { date, time } = partsOf(defaultValue);
  return (
    <fieldset className={classes.moment}>
      <legend className={classes.legend}>{label}</legend>
      <DateField
        name={name}
        label={texts.date}
        defaultValue={date}
        {...(onDay && { onChange: onDay })}
        {...props}
      />
      <TimeField name={timeField(name)} label={texts.time} defaultValue={time} />
    </fieldset>
  );
}
