import { TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { DateField } from '@/area/DateField.tsx';
import type { Field } from '@/area/Form.tsx';
import { schoolFormTexts as texts } from '@/texts/school.ts';
import type { DayForm } from '../year.ts';
import { spanName } from './DayList.tsx';
import classes from './school.module.css';

type DayRowProps = {
  /** Where it stands among those that are sent: by it the server's words find its fields. */
  n: number;
  day: DayForm;
  field: Field;
  onChange: (next: DayForm) => void;
  onRemove: () => void;
};

/** A day of the school year in the form. */
export function DayRow({ n, day, field, onChange, onRemove }: DayRowProps) {
  const { title, startDate, endDate, byHand, stands } = day;
  const name = texts.day(title);
  const date = (what: 'startDate' | 'endDate') => (chosen: string | null) => {
    const next = { ...day, [what]: chosen ?? '' };
    // A day that ended where it began still does.
    const follows = what === 'startDate' && startDate === endDate && chosen !== null;
    onChange(follows ? { ...next, endDate: chosen } : next);
  };
  return (
    <fieldset className={classes.dayFields}>
      <legend>{name}</legend>
      <div className={classes.row}>
        <TextInput
          className={classes.grow}
          label={texts.dayTitle}
          maxLength={200}
          value={title}
          onChange={({ currentTarget }) => onChange({ ...day, title: currentTarget.value })}
          {...field(`days[${n}].title`)}
        />
        <DateField
          label={texts.from}
          defaultValue={startDate}
          onChange={date('startDate')}
          {...field(`days[${n}].startDate`)}
        />
        <DateField
          // It follows the first day where both are one.
          key={startDate === endDate ? startDate : 'own'}
          label={texts.to}
          defaultValue={endDate}
          onChange={date('endDate')}
          {...field(`days[${n}].endDate`)}
        />
        <button
          type="button"
          className={classes.remove}
          aria-label={texts.remove(title)}
          title={texts.remove(title)}
          onClick={onRemove}
        >
          <IconTrash size={20} stroke={1.5} aria-hidden="true" />
        </button>
      </div>
      {byHand === 'KEPT' && stands && (
        <p className={classes.byHand}>
          {texts.kept(
            [
              stands.title,
              stands.startDate && spanName(stands.startDate, stands.endDate ?? stands.startDate),
            ]
              .filter(Boolean)
              .join(', '),
          )}
        </p>
      )}
      {byHand === 'GONE' && (
        <p className={classes.byHand}>
          {texts.gone}{' '}
          <label className={classes.check}>
            <input
              type="checkbox"
              checked={day.again ?? false}
              onChange={({ currentTarget }) => onChange({ ...day, again: currentTarget.checked })}
            />
            {texts.again}
          </label>
        </p>
      )}
    </fieldset>
  );
}
