import { NativeSelect } from '@mantine/core';
import { seriesTexts as texts } from '@/texts/bookingsSeries.ts';
import { SCOPES } from '../series.ts';
import type { Booking, SeriesScope } from '../types.ts';

type ScopeSelectProps = {
  booking: Booking;
  value: SeriesScope;
  onChange: (scope: SeriesScope) => void;
};

/** Which bookings of a series are meant; nothing where it is in none. */
export function ScopeSelect({ booking, value, onChange }: ScopeSelectProps) {
  if (booking.idSeries === undefined) return null;
  return (
    <NativeSelect
      label={texts.scope}
      value={value}
      data={SCOPES.map((scope) => ({ value: scope, label: texts.scopes[scope] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as SeriesScope)}
    />
  );
}
