import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { resourceFormTexts, hoursTexts as texts } from '@/texts/bookingsManage.ts';
import { bookingCalls, type HoursOf } from '../api.ts';
import {
  blankClosed,
  blankOpen,
  type ClosedForm,
  hoursForm,
  hoursOfForm,
  type OpenForm,
  wrongHours,
} from '../hours.ts';
import type { BookableAvailability } from '../types.ts';
import { AddButton, Check, put, RemoveButton, without } from './fieldTools.tsx';
import classes from './manage.module.css';
import { Weekdays } from './Weekdays.tsx';

type HoursFormProps = {
  of: HoursOf;
  /** Whether whose they are is a school: it has breaks. */
  school: boolean;
  hours: BookableAvailability;
  onDone: (hours: BookableAvailability) => void | Promise<void>;
  onReload: () => void;
};

type Wrong = (field: string) => string | undefined;
const MOVED_ON = 'MOVED_ON';
const NAME = 80;

/** When something can be used, and when not. */
export function HoursForm({ of, school, hours, onDone, onReload }: HoursFormProps) {
  const [form, setForm] = useState(() => hoursForm(hours));
  const { periods, closures, closedOnRedDays, closedOnSchoolBreaks } = form;
  const { submit, pending, message, code, fieldError } = useSubmit<BookableAvailability>({
    check: () => wrongHours(form),
    send: () => bookingCalls.setHours(of, hoursOfForm(form, hours.version)),
    done: onDone,
  });
  const change = (patch: Partial<typeof form>) => setForm((held) => ({ ...held, ...patch }));
  const isStale = code === MOVED_ON;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <fieldset className={classes.part}>
        <legend>{texts.open}</legend>
        {periods.length === 0 && (
          <p className={classes.faint}>{of.kind === 'entities' ? texts.noneOpen : texts.noneOwn}</p>
        )}
        {periods.map((one, n) => (
          <OpenFields
            key={one.key}
            n={n}
            one={one}
            wrong={fieldError}
            onChange={(patch) => change({ periods: put(periods, n, patch) })}
            onRemove={() => change({ periods: without(periods, n) })}
          />
        ))}
        <AddButton
          label={texts.add}
          onClick={() => change({ periods: [...periods, blankOpen()] })}
        />
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{texts.closed}</legend>
        <Toggle
          label={texts.redDays}
          hint={texts.redDaysHint}
          checked={closedOnRedDays}
          onChange={(on) => change({ closedOnRedDays: on })}
        />
        {(school || hours.closedOnSchoolBreaks) && (
          <Toggle
            label={texts.breaks}
            hint={texts.breaksHint}
            checked={closedOnSchoolBreaks}
            onChange={(on) => change({ closedOnSchoolBreaks: on })}
          />
        )}
        {closures.map((one, n) => (
          <ClosedFields
            key={one.key}
            n={n}
            one={one}
            wrong={fieldError}
            onChange={(patch) => change({ closures: put(closures, n, patch) })}
            onRemove={() => change({ closures: without(closures, n) })}
          />
        ))}
        <AddButton
          label={texts.addClosure}
          onClick={() => change({ closures: [...closures, blankClosed()] })}
        />
      </fieldset>
      <FormAlert message={isStale ? texts.conflict : message} />
      <div className={classes.buttons}>
        {isStale && (
          <Button variant="default" onClick={onReload}>
            {resourceFormTexts.reload}
          </Button>
        )}
        <Button type="submit" loading={pending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

type RowProps<T> = {
  n: number;
  one: T;
  wrong: Wrong;
  onChange: (patch: Partial<T>) => void;
  onRemove: () => void;
};

function OpenFields({ n, one, wrong, onChange, onRemove }: RowProps<OpenForm>) {
  const at = `periods[${n}]`;
  return (
    <fieldset className={classes.group}>
      <legend>{texts.row(n + 1)}</legend>
      <Weekdays
        name={`${at}.weekdays`}
        value={one.weekdays}
        error={wrong(`${at}.weekdays`)}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      <div className={classes.pair}>
        <TimeField
          name={`${at}.start`}
          label={texts.from}
          value={one.start}
          error={wrong(`${at}.start`)}
          onChange={({ currentTarget }) => onChange({ start: currentTarget.value })}
        />
        <TimeField
          name={`${at}.end`}
          label={texts.to}
          description={texts.toHint}
          value={one.end}
          error={wrong(`${at}.end`)}
          onChange={({ currentTarget }) => onChange({ end: currentTarget.value })}
        />
      </div>
      <Check
        label={texts.between}
        checked={one.isBounded}
        onChange={(isBounded) => onChange({ isBounded })}
      />
      {one.isBounded && <Dates at={at} one={one} wrong={wrong} onChange={onChange} />}
      <RemoveButton label={texts.remove(n + 1)} onClick={onRemove} />
    </fieldset>
  );
}

function ClosedFields({ n, one, wrong, onChange, onRemove }: RowProps<ClosedForm>) {
  const at = `closures[${n}]`;
  return (
    <fieldset className={classes.group}>
      <legend>{texts.closure(n + 1)}</legend>
      <TextInput
        name={`${at}.name`}
        label={texts.reason}
        description={texts.reasonHint}
        maxLength={NAME}
        value={one.name}
        error={wrong(`${at}.name`)}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Dates at={at} one={one} wrong={wrong} onChange={onChange} />
      <Check
        label={texts.someHours}
        checked={one.isPart}
        onChange={(isPart) => onChange({ isPart })}
      />
      {one.isPart && (
        <div className={classes.pair}>
          <TimeField
            name={`${at}.start`}
            label={resourceFormTexts.from}
            value={one.start}
            error={wrong(`${at}.start`)}
            onChange={({ currentTarget }) => onChange({ start: currentTarget.value })}
          />
          <TimeField
            name={`${at}.end`}
            label={resourceFormTexts.to}
            value={one.end}
            error={wrong(`${at}.end`)}
            onChange={({ currentTarget }) => onChange({ end: currentTarget.value })}
          />
        </div>
      )}
      <RemoveButton label={texts.removeClosure(n + 1)} onClick={onRemove} />
    </fieldset>
  );
}

type DatesProps = {
  at: string;
  one: { from: string; to: string };
  wrong: Wrong;
  onChange: (patch: { from?: string; to?: string }) => void;
};

function Dates({ at, one, wrong, onChange }: DatesProps) {
  return (
    <div className={classes.pair}>
      <DateField
        name={`${at}.from`}
        label={texts.first}
        defaultValue={one.from}
        error={wrong(`${at}.from`)}
        onChange={(from) => onChange({ from: from ?? '' })}
      />
      <DateField
        name={`${at}.to`}
        label={texts.last}
        defaultValue={one.to}
        error={wrong(`${at}.to`)}
        onChange={(to) => onChange({ to: to ?? '' })}
      />
    </div>
  );
}
