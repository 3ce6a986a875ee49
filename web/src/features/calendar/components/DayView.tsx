import { DayLines } from './DayEntries.tsx';
import { TimeGrid } from './TimeGrid.tsx';
import classes from './time.module.css';
import type { ViewProps } from './view.ts';

export default function DayView(props: ViewProps) {
  return (
    <div className={classes.one}>
      <DayLines day={props.date} facts={props.factsOf(props.date)} />
      <TimeGrid {...props} days={[props.date]} />
    </div>
  );
}
