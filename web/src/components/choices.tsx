/** Choices as native fields in rows that can be hit anywhere. */
import { useId } from 'react';
import classes from './choices.module.css';

export type Option<Value extends string> = { value: Value; label: string; hint?: string };

type RadioListProps<Value extends string> = {
  label: string;
  hint?: string;
  options: Option<Value>[];
  /** In a form, with the value chosen at first … */
  name?: string;
  defaultValue?: Value;
  /** … or kept outside. */
  value?: Value;
  onChange?: (value: Value) => void;
  error?: string | undefined;
};

export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, hint, options, defaultValue, value, onChange, error } = props;
  const id = useId();
  return (
    <fieldset className={classes.list} aria-describedby={hint || error ? `${id}-hint` : undefined}>
      <legend className={classes.legend}>{label}</legend>
      {(error || hint) && (
        <p id={`${id}-hint`} className={error ? classes.error : classes.hint}>
          {error ?? hint}
        </p>
      )}
      {options.map((option) => (
        <label key={option.value} className={classes.row}>
          <input
            type="radio"
            name={props.name ?? id}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value, onChange: () => onChange?.(option.value) })}
          />
          <span>
            {option.label}
            {option.hint && <span className={classes.hint}>{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type ToggleProps = {
  label: string;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export function Toggle({ label, hint, checked, disabled, onChange }: ToggleProps) {
  const id = useId();
  return (
    <label className={classes.row}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself says whether it is on
        role="switch"
        className={classes.switch}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
      </span>
    </label>
  );
}
