import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Slot } from '@/area/Slot.tsx';
import { longDate } from '@/lib/dates.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import type { DayFacts } from '../facts.ts';
import { onDay } from '../layout.ts';
import classes from './day.module.css';
import { EventLines } from './EventLines.tsx';
import { FactLine } from './FactLine.tsx';
import type { ViewProps } from './view.ts';

type DayEntriesProps = Pick<ViewProps, 'shown' | 'onOpen' | 'onCreate'> & {
  day: string;
  facts: DayFacts;
};

/** All of a day: what the almanac says, and what happens. */
export function DayEntries({ day, facts, shown, onOpen, onCreate }: DayEntriesProps) {
  const entries = onDay(shown.entries, day);
  return (
    <div className={classes.entries}>
      <DayLines day={day} facts={facts} />
      <EventLines entries={entries} calendars={shown.calendars} day={day} onOpen={onOpen} />
      {entries.length === 0 && <p className={classes.none}>{texts.nothing}</p>}
      {onCreate && (
        <Button
          variant="light"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          aria-label={texts.createOn(longDate(day))}
          onClick={({ currentTarget }) => onCreate({ day }, currentTarget)}
        >
          {texts.create}
        </Button>
      )}
    </div>
  );
}

/** What is said of a day besides its events: the almanac's words, and what other areas have for it. */
export function DayLines({ day, facts }: { day: string; facts: DayFacts }) {
  return (
    <>
      <FactLine facts={facts} />
      <Slot name="day" props={{ day }} />
    </>
  );
}
