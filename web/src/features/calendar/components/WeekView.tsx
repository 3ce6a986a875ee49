import { daysOf, spanOf } from '../days.ts';
import { TimeGrid } from './TimeGrid.tsx';
import type { ViewProps } from './view.ts';

export default function WeekView(props: ViewProps) {
  return <TimeGrid {...props} days={daysOf(spanOf('week', props.date))} />;
}
