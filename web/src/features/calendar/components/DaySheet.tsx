import { Link } from 'react-router';
import { Sheet } from '@/components/Sheet.tsx';
import { longDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { weekOf } from '../days.ts';
import { calendarPath } from '../paths.ts';
import { capital } from '../words.ts';
import { DayEntries } from './DayEntries.tsx';
import classes from './sheets.module.css';
import type { ViewProps } from './view.ts';

type DaySheetProps = Pick<ViewProps, 'shown' | 'factsOf' | 'onOpen' | 'onCreate' | 'pathOf'> & {
  day: string;
  at: HTMLElement;
  onClose: () => void;
};

/** All of a day that a view has no room for. */
export default function DaySheet(props: DaySheetProps) {
  const { day, at, onClose, factsOf, pathOf = calendarPath, ...on } = props;
  return (
    <Sheet label={longDate(day)} anchor={at} side="start" onClose={onClose}>
      <div className={classes.day}>
        <div className={classes.head}>
          <h3>{capital(longDate(day))}</h3>
          <span className={classes.week}>{texts.week(weekOf(day).week)}</span>
        </div>
        <DayEntries {...on} day={day} facts={factsOf(day)} />
        <Link to={pathOf('day', day)} state={STAY} preventScrollReset onClick={onClose}>
          {texts.showDay}
        </Link>
      </div>
    </Sheet>
  );
}
