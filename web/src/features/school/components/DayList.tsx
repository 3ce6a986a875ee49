import { IconBeach, IconBook2, IconCalendarEvent, IconFlag } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { longDate, shortDate } from '@/lib/dates.ts';
import { weekOf } from '@/lib/days.ts';
import { schoolTexts as texts } from '@/texts/school.ts';
import type { DayKind } from '../types.ts';
import classes from './school.module.css';

const icons: Record<DayKind | 'OTHER', ComponentType<{ size: number; stroke: number }>> = {
  TERM_START: IconFlag,
  TERM_END: IconFlag,
  BREAK: IconBeach,
  STUDY_DAY: IconBook2,
  OTHER: IconCalendarEvent,
};

export type Row = {
  key: string;
  kind?: DayKind;
  title: ReactNode;
  first: string;
  last: string;
};

/** 'måndag 26 oktober – fredag 30 oktober 2026' */
export const spanName = (first: string, last: string) =>
  first === last ? longDate(first) : `${shortDate(first)} – ${longDate(last)}`;

/** 'v. 44', 'v. 51–1' */
function weeks(first: string, last: string): string {
  const [from, to] = [weekOf(first).week, weekOf(last).week];
  return from === to ? texts.weekShort(from) : `${texts.weekShort(from)}–${to}`;
}

/** The days of a school year, in the order in which they come. */
export function DayList({ rows, today }: { rows: readonly Row[]; today: string }) {
  return (
    <ol className={classes.days} aria-label={texts.days}>
      {rows.map(({ key, kind, title, first, last }) => {
        const Icon = icons[kind ?? 'OTHER'];
        const isNow = first <= today && today <= last;
        return (
          <li
            key={key}
            className={classes.day}
            data-over={last < today || undefined}
            aria-current={isNow ? 'date' : undefined}
          >
            <span className={classes.icon} aria-hidden="true">
              <Icon size={20} stroke={1.5} />
            </span>
            <span className={classes.what}>
              <span className={classes.dayTitle}>
                {title}
                {isNow && <span className={classes.now}>{texts.now}</span>}
              </span>
              <span className={classes.when}>
                <time dateTime={first}>{spanName(first, last)}</time>
              </span>
            </span>
            <span className={classes.week}>{weeks(first, last)}</span>
          </li>
        );
      })}
    </ol>
  );
}
