import { NativeSelect, TextInput } from '@mantine/core';
import { TimeField } from '@/area/DateField.tsx';
import { RadioList } from '@/components/choices.tsx';
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { blankPeriod, type ResourceForm, serverName } from '../form.ts';
import {
  AddButton,
  Check,
  Part,
  type PartProps,
  put,
  RemoveButton,
  without,
} from './fieldTools.tsx';
import classes from './manage.module.css';

const NAME = 80;
type NumberField = {
  [Key in keyof ResourceForm]: ResourceForm[Key] extends string ? Key : never;
}[keyof ResourceForm];

type NumberInputProps = PartProps & { field: NumberField; label: string; hint?: string };

/** A number as text: the browser's own field takes letters, and loses what it does not take. */
export function NumberInput({ form, onChange, wrong, field, label, hint }: NumberInputProps) {
  const name = serverName(field);
  return (
    <TextInput
      name={name}
      label={label}
      description={hint}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      value={String(form[field])}
      error={wrong(name)}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
    />
  );
}

/** Where a booking may begin and end, how long it may be, and when it is made. */
export function TimesFields(props: PartProps) {
  const { form, onChange } = props;
  const isStep = form.slotMode === 'STEP';
  const known = form.slotStep in texts.steps;
  return (
    <Part title={texts.times}>
      <RadioList
        label={texts.mode}
        name="slotMode"
        value={form.slotMode}
        onChange={(slotMode) =>
          onChange({
            slotMode,
            ...(slotMode === 'PERIODS' &&
              form.periods.length === 0 && { periods: [blankPeriod()] }),
          })
        }
        options={[
          { value: 'STEP', label: texts.modes.STEP },
          { value: 'PERIODS', label: texts.modes.PERIODS },
        ]}
      />
      {isStep ? (
        <NativeSelect
          name="slotStep"
          label={texts.step}
          value={form.slotStep}
          data={[
            ...Object.entries(texts.steps).map(([value, label]) => ({ value, label })),
            ...(known
              ? []
              : [{ value: form.slotStep, label: texts.everyMinutes(Number(form.slotStep)) }]),
          ]}
          onChange={({ currentTarget }) => onChange({ slotStep: currentTarget.value })}
        />
      ) : (
        <Periods {...props} />
      )}
      <div className={classes.pair}>
        <NumberInput
          {...props}
          field="minLength"
          label={texts.shortest}
          hint={texts.shortestHint}
        />
        <NumberInput {...props} field="maxLength" label={texts.longest} hint={texts.longestHint} />
      </div>
      <div className={classes.pair}>
        <NumberInput {...props} field="bufferTime" label={texts.buffer} hint={texts.bufferHint} />
      </div>
      <div className={classes.pair}>
        <NumberInput {...props} field="noticeHours" label={texts.notice} />
        <NumberInput
          {...props}
          field="horizonDays"
          label={texts.horizon}
          hint={texts.horizonHint}
        />
      </div>
      {isStep && (
        <Check
          label={texts.multiday}
          checked={form.allowMultiday}
          onChange={(allowMultiday) => onChange({ allowMultiday })}
        />
      )}
    </Part>
  );
}

function Periods({ form: { periods }, onChange, wrong }: PartProps) {
  return (
    <>
      {periods.map((period, n) => {
        const what = texts.period(n + 1);
        const change = (patch: Partial<typeof period>) =>
          onChange({ periods: put(periods, n, patch) });
        return (
          <fieldset key={period.key} className={classes.group}>
            <legend>{what}</legend>
            <div className={classes.pair}>
              <TextInput
                name={`periods[${n}].name`}
                label={texts.periodName}
                maxLength={NAME}
                value={period.name}
                error={wrong(`periods[${n}].name`)}
                onChange={({ currentTarget }) => change({ name: currentTarget.value })}
              />
              <TimeField
                name={`periods[${n}].start`}
                label={texts.from}
                value={period.start}
                error={wrong(`periods[${n}].start`)}
                onChange={({ currentTarget }) => change({ start: currentTarget.value })}
              />
              <TimeField
                name={`periods[${n}].end`}
                label={texts.to}
                value={period.end}
                error={wrong(`periods[${n}].end`)}
                onChange={({ currentTarget }) => change({ end: currentTarget.value })}
              />
            </div>
            {periods.length > 1 && (
              <RemoveButton
                label={texts.removeOf(what)}
                onClick={() => onChange({ periods: without(periods, n) })}
              />
            )}
          </fieldset>
        );
      })}
      <AddButton
        label={texts.addPeriod}
        onClick={() => onChange({ periods: [...periods, blankPeriod()] })}
      />
    </>
  );
}
