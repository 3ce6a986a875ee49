import { useState } from 'react';
import { timesTexts as texts } from '@/texts/bookings.ts';
import { groupTexts } from '@/texts/bookingsGroups.ts';
import { slotsQuery } from '../api.ts';
import { isAvailable, shownOf } from '../groups.ts';
import type { Bookable, BookableGroup, Slot } from '../types.ts';
import { BookAny } from './BookAny.tsx';
import classes from './bookings.module.css';
import { WeekTimes } from './WeekTimes.tsx';

type GroupTimesProps = {
  group: BookableGroup;
  /** Those of the organisation that may be seen. */
  bookables: readonly Bookable[];
  date: string;
  onDate: (date: string) => void;
};

/** The free times of a group: free where any of its bookables is. */
export default function GroupTimes({ group, bookables, date, onDate }: GroupTimesProps) {
  const [chosen, setChosen] = useState<Slot | null>(null);
  const shown = shownOf(group, bookables);
  const open = shown.filter(isAvailable);
  const mayBook = open.some(({ abilities }) => abilities.length > 0);
  return (
    <>
      {shown.length > 0 && (
        <p className={classes.lead}>{groupTexts.anyOf(shown.map(({ name }) => name))}</p>
      )}
      {open.length === 0 && <p className={classes.notice}>{texts.closed}</p>}
      {open.length > 0 && !mayBook && <p className={classes.notice}>{texts.mayNot}</p>}
      {mayBook && open.some(({ requiresApproval }) => requiresApproval) && (
        <p className={classes.faint}>{texts.approval}</p>
      )}
      <WeekTimes
        name={group.name}
        query={slotsQuery({ kind: 'bookable-groups', id: group.idGroup }, date)}
        date={date}
        onDate={onDate}
        {...(mayBook && { onChoose: setChosen })}
      />
      {chosen && (
        <BookAny
          group={group}
          bookables={bookables}
          slot={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
