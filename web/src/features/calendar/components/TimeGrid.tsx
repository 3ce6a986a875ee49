import { IconFlag } from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, useLayoutEffect, useRef } from 'react';
import hidden from '@/components/spoken.module.css';
import { longDate } from '@/lib/dates.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { dateNumber, localDay, weekdayOf, weekOf } from '../days.ts';
import type { DayFacts } from '../facts.ts';
import { barsOf, columnsOf, onDay } from '../layout.ts';
import { weekdayName } from '../words.ts';
import { BarsOfDay, PlacedChip } from './EventChip.tsx';
import classes from './time.module.css';
import { useDrag } from './useDrag.ts';
import type { ViewProps } from './view.ts';

const SUNDAY = 7;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** What one sees first: the day has begun. */
const FIRST_SEEN_HOUR = 7;
const HOUR_PX = 48;
const MINUTES = 60;

/** Days beside each other with their hours. */
export function TimeGrid({ days, ...props }: ViewProps & { days: string[] }) {
  const { date, today, now, shown, factsOf, keys, onOpen } = props;
  const top = useRef<HTMLDivElement>(null);
  const drag = useDrag(props);
  const { entries, calendars } = shown;
  const bars = barsOf(
    entries.filter(({ wide }) => wide),
    days,
  );
  const style = { '--days': days.length } as CSSProperties;
  /** With what was pressed last; not every browser tells it with a click. */
  const pressedBy = useRef('');
  /** An hour in which nothing is becomes an event: by a tap of a finger, by two clicks of a mouse. */
  const createAt = (day: string, { target, currentTarget, clientY }: MouseEvent<HTMLElement>) => {
    if (target !== currentTarget) return;
    const { top: begins, height } = currentTarget.getBoundingClientRect();
    const hour = Math.floor(((clientY - begins) / height) * HOURS.length);
    const from = Math.min(hour, HOURS.length - 1) * MINUTES;
    props.onCreate?.({ day, from, to: from + MINUTES }, currentTarget);
  };

  useLayoutEffect(() => {
    top.current?.parentElement?.scrollTo(0, FIRST_SEEN_HOUR * HOUR_PX);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: days are moved through by arrows
    <div
      role="grid"
      className={classes.grid}
      style={style}
      aria-label={props.label}
      {...keys}
      onPointerDown={drag.onPointerDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: no table */}
      <div ref={top} className={classes.tops} role="rowgroup">
        {/* biome-ignore lint/a11y/useSemanticElements: no table */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: one of its days has the focus */}
        <div role="row" className={classes.heads}>
          {/* biome-ignore lint/a11y/useSemanticElements: no table */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: it says the week */}
          <span role="columnheader" className={classes.corner}>
            {texts.weekShort(weekOf(date).week)}
          </span>
          {days.map((day) => (
            <Head
              key={day}
              {...props}
              day={day}
              facts={factsOf(day)}
              count={onDay(entries, day).length}
            />
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: no table */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: one of its days has the focus */}
        <div role="row" className={classes.wide} aria-label={texts.allDay}>
          {/* biome-ignore lint/a11y/useSemanticElements: no table */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: it only says what the row is */}
          <span role="rowheader" className={classes.gutter}>
            <span className={classes.gutterText}>{texts.allDay}</span>
          </span>
          {days.map((day) => (
            // biome-ignore lint/a11y/useSemanticElements: no table
            // biome-ignore lint/a11y/useFocusableInteractive: its events are moved through
            <div
              key={day}
              role="gridcell"
              className={classes.lanes}
              data-drop={day}
              onDoubleClick={({ target, currentTarget }) => {
                if (target === currentTarget) props.onCreate?.({ day }, currentTarget);
              }}
            >
              <BarsOfDay bars={bars} days={days} day={day} shown={shown} onOpen={onOpen} />
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no table */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: one of its days has the focus */}
      <div role="row" className={classes.hours} aria-label={texts.hours}>
        <div className={classes.gutter} aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} className={classes.hour}>
              {hour > 0 && `${String(hour).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {days.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: no table
          // biome-ignore lint/a11y/useFocusableInteractive: its events are moved through
          // biome-ignore lint/a11y/useKeyWithClickEvents: a key of the page begins an event
          <div
            key={day}
            role="gridcell"
            className={classes.column}
            data-drop={day}
            data-column={day}
            data-today={day === today || undefined}
            onPointerDown={({ pointerType }) => {
              pressedBy.current = pointerType;
            }}
            onClick={(event) => {
              if (pressedBy.current === 'touch') createAt(day, event);
            }}
            onDoubleClick={(event) => {
              if (pressedBy.current !== 'touch') createAt(day, event);
            }}
          >
            {columnsOf(entries, day).map((placed) => (
              <PlacedChip
                key={placed.entry.key}
                placed={placed}
                calendar={calendars.get(placed.entry.event.calendarUUID)}
                day={day}
                onOpen={onOpen}
              />
            ))}
            {day === localDay(now) && (
              <span
                className={classes.now}
                style={{ '--at': now.getHours() * 60 + now.getMinutes() } as CSSProperties}
                aria-hidden="true"
              />
            )}
            {drag.ghost?.day === day && (
              <span
                className={classes.ghost}
                style={{ '--from': drag.ghost.from, '--to': drag.ghost.to } as CSSProperties}
                aria-hidden="true"
              />
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type HeadProps = ViewProps & { day: string; facts: DayFacts; count: number };

function Head({ day, date, today, facts, count, onPick, onOpenDay }: HeadProps) {
  const red = facts.red || weekdayOf(day) === SUNDAY;
  const named = facts.names.map(({ name }) => name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no table
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of its days
    <div
      role="columnheader"
      className={classes.headOfDay}
      data-day={day}
      data-today={day === today || undefined}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={day === date}
      tabIndex={day === date ? 0 : -1}
      onClick={({ currentTarget }) => (day === date ? onOpenDay : onPick)(day, currentTarget)}
    >
      <span className={hidden.spoken}>
        {[longDate(day), ...named, texts.events(count)].join(', ')}
      </span>
      <span className={classes.weekday} aria-hidden="true">
        {weekdayName(day)}
      </span>
      <span className={classes.number} data-red={red || undefined} aria-hidden="true">
        {dateNumber(day)}
      </span>
      {facts.flag && <IconFlag size={13} stroke={2} className={classes.flag} aria-hidden="true" />}
      <span className={classes.fact} data-red={facts.red || undefined} aria-hidden="true">
        {named[0] ?? facts.namedays.join(', ')}
      </span>
    </div>
  );
}
