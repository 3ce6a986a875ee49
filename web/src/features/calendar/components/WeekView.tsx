import { daysOf, periodOf, spanOf } from '../days.ts';
import { TimeGrid } from './TimeGrid.tsx';
import { usePhone } from './usePhone.ts';
import type { ViewProps } from './view.ts';

/** A week; on a phone three days of it at a time. */
export default function WeekView(props: ViewProps) {
  const period = periodOf('week', usePhone());
  return <TimeGrid {...props} days={daysOf(spanOf(period, props.date))} />;
}
