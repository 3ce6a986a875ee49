import { NativeSelect, TextInput } from '@mantine/core';
import { weekdayOf } from '@/lib/days.ts';
import { type Repeat, repeatWords, ruleOf, WEEKDAYS } from '@/lib/repeat.ts';
import { repeatTexts as texts } from '@/texts/repeat.ts';
import { DateField } from './DateField.tsx';
import classes from './RepeatFields.module.css';

type RepeatFieldsProps = {
  repeat: Repeat;
  onChange: (repeat: Repeat) => void;
  /** On which it begins, by the clock of `zone`. */
  day: string;
  zone: string;
  /** The first field's, by which what is wrong with the rule finds it. */
  name?: string;
  error?: string | undefined;
};

const FREQS = ['NONE', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const MOST_TIMES = 1000;
const MOST_BETWEEN = 99;
const whole = (text: string, most: number) =>
  Math.min(most, Math.max(1, Math.trunc(Number(text)) || 1));

/** Every day, on which weekdays, which day of a month; until when; and it in words. */
export function RepeatFields({
  repeat,
  onChange,
  day: first,
  zone,
  name = 'repeat',
  error,
}: RepeatFieldsProps) {
  const { freq } = repeat;
  const set = (patch: Partial<Repeat>) => onChange({ ...repeat, ...patch });
  const freqs = freq === 'OTHER' ? [...FREQS, 'OTHER' as const] : FREQS;
  const repeats = freq !== 'NONE' && freq !== 'OTHER';
  const words = repeatWords(ruleOf(repeat, first), first, zone);
  const monthly = (['date', 'nth', 'last'] as const).map((value) => ({
    value,
    label: repeatWords(
      ruleOf({ ...repeat, freq: 'MONTHLY', interval: 1, monthly: value, ends: 'never' }, first),
      first,
      zone,
    ),
  }));
  return (
    <div className={classes.stack}>
      <NativeSelect
        label={texts.label}
        name={name}
        value={freq}
        error={error}
        data={freqs.map((value) => ({ value, label: texts.freqs[value] }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as Repeat['freq'];
          // On its own weekday, until somebody says others.
          const own = WEEKDAYS[weekdayOf(first) - 1] ?? 'MO';
          set({ freq: next, byday: next === 'WEEKLY' ? [own] : [] });
        }}
      />
      {repeats && (
        <>
          <div className={classes.pair}>
            <TextInput
              label={texts.interval[freq]}
              name="interval"
              type="number"
              min={1}
              max={MOST_BETWEEN}
              value={repeat.interval}
              onChange={({ currentTarget }) =>
                set({ interval: whole(currentTarget.value, MOST_BETWEEN) })
              }
            />
            {freq === 'MONTHLY' && (
              <NativeSelect
                label={texts.monthly}
                name="monthly"
                value={repeat.monthly}
                data={monthly.filter(
                  ({ label }, n) => monthly.findIndex((one) => one.label === label) === n,
                )}
                onChange={({ currentTarget }) =>
                  set({ monthly: currentTarget.value as Repeat['monthly'] })
                }
              />
            )}
          </div>
          {freq === 'WEEKLY' && (
            <fieldset className={classes.weekdays}>
              <legend>{texts.days}</legend>
              {WEEKDAYS.map((day) => (
                <label key={day} className={classes.weekday}>
                  <input
                    type="checkbox"
                    aria-label={texts.weekdays[day].plural}
                    checked={repeat.byday.includes(day)}
                    onChange={({ currentTarget: { checked } }) =>
                      set({
                        byday: WEEKDAYS.filter((one) =>
                          one === day ? checked : repeat.byday.includes(one),
                        ),
                      })
                    }
                  />
                  <span aria-hidden="true">{texts.weekdays[day].short}</span>
                </label>
              ))}
            </fieldset>
          )}
          <div className={classes.pair}>
            <NativeSelect
              label={texts.ends}
              name="ends"
              value={repeat.ends}
              data={(['never', 'until', 'count'] as const).map((value) => ({
                value,
                label: texts.endsOptions[value],
              }))}
              onChange={({ currentTarget }) =>
                set({
                  ends: currentTarget.value as Repeat['ends'],
                  until: repeat.until || first,
                })
              }
            />
            {repeat.ends === 'until' && (
              <DateField
                name="until"
                label={texts.lastDay}
                defaultValue={repeat.until}
                minDate={first}
                onChange={(until) => until && set({ until })}
              />
            )}
            {repeat.ends === 'count' && (
              <TextInput
                label={texts.count}
                name="count"
                type="number"
                min={1}
                max={MOST_TIMES}
                value={repeat.count}
                onChange={({ currentTarget }) =>
                  set({ count: whole(currentTarget.value, MOST_TIMES) })
                }
              />
            )}
          </div>
        </>
      )}
      {freq !== 'NONE' && (
        <p className={classes.words} role="status">
          {words}
        </p>
      )}
    </div>
  );
}
