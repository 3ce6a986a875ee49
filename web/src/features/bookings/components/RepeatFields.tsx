import { NativeSelect, TextInput } from '@mantine/core';
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
        <TextInput
          type="date"
          name="until"
          label={texts.until}
          description={count > 0 ? sum : undefined}
          value={until}
          min={date}
          error={error ?? (count === 0 ? texts.untilError(MOST) : undefined)}
          onChange={({ currentTarget }) => onChange({ repeat, until: currentTarget.value })}
        />
      )}
    </>
  );
}
