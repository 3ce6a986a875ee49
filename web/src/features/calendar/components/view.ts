/** What every view is given. */
import type { KeyboardEvent } from 'react';
import type { Period, View } from '../days.ts';
import type { Met, Shift } from '../event/wish.ts';
import type { DayFacts } from '../facts.ts';
import type { Shown } from '../useCalendar.ts';
import type { OpenEvent } from './EventChip.tsx';

/** When something new shall be: a day, or a time of it in minutes since midnight. */
export type Wanted = { day: string; from?: number; to?: number };

export type ViewProps = {
  /** The chosen day; in its period the view lies. */
  date: string;
  period: Period;
  today: string;
  now: Date;
  /** The period in words. */
  label: string;
  shown: Shown;
  factsOf: (day: string) => DayFacts;
  /** The day is chosen. */
  onPick: (day: string, at: HTMLElement) => void;
  onOpenDay: (day: string, at: HTMLElement) => void;
  onOpen: OpenEvent;
  /** Where a view of a day is; absent: in one's own calendar. */
  pathOf?: ((view: View, date: string) => string) | undefined;
  /** Absent: nobody who might. */
  onCreate?: ((wanted: Wanted, at: HTMLElement) => void) | undefined;
  /** Absent: nobody who might. */
  onMove?: ((met: Met, shift: Shift) => void) | undefined;
  /** For the element in which the keys move about. */
  keys: { ref: React.Ref<never>; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void };
};
