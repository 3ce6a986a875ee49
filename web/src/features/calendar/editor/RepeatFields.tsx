import { RepeatFields as Fields } from '@/area/RepeatFields.tsx';
import { longDate } from '@/lib/dates.ts';
import { repeatTexts as texts } from '@/texts/repeat.ts';
import { wallOf } from '../zone.ts';
import classes from './editor.module.css';
import type { EventForm } from './form.ts';

type RepeatFieldsProps = {
  form: EventForm;
  error: string | undefined;
  onChange: (patch: Partial<EventForm>) => void;
};

/** How an event repeats, and which of its days were taken out. */
export function RepeatFields({ form, error, onChange }: RepeatFieldsProps) {
  const { repeat, startDate, timeZone, exdates } = form;
  return (
    <div className={classes.stack}>
      <Fields
        repeat={repeat}
        day={startDate}
        zone={timeZone}
        error={error}
        onChange={(next) => onChange({ repeat: next })}
      />
      {exdates.length > 0 && repeat.freq !== 'NONE' && (
        <details className={classes.details}>
          <summary>{texts.exceptions(exdates.length)}</summary>
          <ul className={classes.plain}>
            {[...exdates].sort().map((one) => {
              const date = longDate(wallOf(one, timeZone).date);
              return (
                <li key={one} className={classes.exception}>
                  {date}
                  <button
                    type="button"
                    className={classes.small}
                    onClick={() => onChange({ exdates: exdates.filter((other) => other !== one) })}
                  >
                    {texts.restore(date)}
                  </button>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </div>
  );
}
