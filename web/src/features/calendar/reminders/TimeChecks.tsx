import { reminderTexts as texts } from '@/texts/engagement.ts';
import classes from './reminders.module.css';
import { TIMES, type UsualReminders } from './reminders.ts';

type TimeChecksProps = {
  label: string;
  times: UsualReminders;
  onChange: (change: Partial<UsualReminders>) => void;
};

/** How long before. */
export function TimeChecks({ label, times, onChange }: TimeChecksProps) {
  return (
    <fieldset className={classes.times}>
      <legend>{label}</legend>
      {TIMES.map((time) => (
        <label key={time} className={classes.time}>
          <input
            type="checkbox"
            name={time}
            checked={times[time]}
            onChange={({ currentTarget }) => onChange({ [time]: currentTarget.checked })}
          />
          {texts[time]}
        </label>
      ))}
    </fieldset>
  );
}
