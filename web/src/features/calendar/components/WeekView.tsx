import { daysOf, spanOf } from '../days.ts';
import { TimeGrid } from './TimeGrid.tsx';
import type { ViewProps } from './view.ts';

/** A week; on a phone three days of it at a time. */
export default function WeekView(props: ViewProps) {
  return <TimeGrid {...props} days={daysOf(spanOf(props.period, props.date))} />;
}
