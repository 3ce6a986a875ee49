import { useId } from 'react';
import { hoursTexts as texts } from '@/texts/bookingsManage.ts';
import classes from './manage.module.css';

type WeekdaysProps = {
  name: string;
  /** 1 is Monday. */
  value: readonly number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
};

/** Some days of the week, as checkboxes. */
export function Weekdays({ name, value, error, onChange }: WeekdaysProps) {
  const id = useId();
  return (
    <fieldset className={classes.checks} aria-describedby={error ? id : undefined}>
      <legend>{texts.weekdays}</legend>
      {texts.days.map((day, index) => (
        <label key={day} className={classes.check}>
          <input
            type="checkbox"
            // The first has the name, so that what is wrong with the days leads there.
            name={index === 0 ? name : undefined}
            aria-label={texts.dayNames[index]}
            aria-invalid={error ? true : undefined}
            checked={value.includes(index + 1)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked
                  ? [...value, index + 1]
                  : value.filter((other) => other !== index + 1),
              )
            }
          />
          {day}
        </label>
      ))}
      {error && (
        <span id={id} className={classes.wrong} role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
