import { NativeSelect } from '@mantine/core';
import { DateField } from '@/area/DateField.tsx';
import { seriesTexts as texts } from '@/texts/bookingsSeries.ts';
import { kronor } from '../money.ts';
import { countOf, MOST, REPEATS, type Repeat, usualUntil } from '../series.ts';

export type Repeated = { repeat: Repeat; until: string };
export const ONCE: Repeated = { repeat: 'never', until: '' };

type RepeatFieldsProps = Repeated & {
  /** The date of the first booking. */
  date: string;
  /** What one of them costs, in öre. */
  price: number | undefined;
  error?: string | undefined;
  onChange: (repeated: Repeated) => void;
};

/** How often a time is booked again, and until when. */
export function RepeatFields({ date, repeat, until, price, error, onChange }: RepeatFieldsProps) {
  const count = countOf(date, repeat, until);
  const sum = price && count > 0 ? texts.total(count, kronor(price * count)) : texts.times(count);
  return (
    <>
      <NativeSelect
        name="repeat"
        label={texts.repeat}
        value={repeat}
        data={REPEATS.map((value) => ({ value, label: texts.repeats[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Repeat;
          onChange({ repeat: chosen, until: usualUntil(date, chosen) });
        }}
      />
      {repeat !== 'never' && (
        <DateField
          // Begins anew with the last day of another rhythm.
          key={`${date} ${repeat}`}
          name="until"
          label={texts.until}
          {...(count > 0 && { description: sum })}
          defaultValue={until}
          minDate={date}
          error={error ?? (count === 0 ? texts.untilError(MOST) : undefined)}
          onChange={(chosen) => onChange({ repeat, until: chosen ?? '' })}
        />
      )}
    </>
  );
}
