/** Opening hours and closed days in a form, and back again. Pure. */
import { isDate } from '@/area/moments.ts';
import { hoursTexts, resourceFormTexts as texts } from '@/texts/bookingsManage.ts';
import { clockIn, newKey, type Wrong, wrongClock } from './fields.ts';
import type { BookableAvailability } from './types.ts';

export type OpenForm = {
  key: string;
  id: number;
  weekdays: number[];
  start: string;
  end: string;
  /** Only from and to these days, where it says so. */
  isBounded: boolean;
  from: string;
  to: string;
};
export type ClosedForm = {
  key: string;
  id: number;
  name: string;
  from: string;
  to: string;
  /** Only these hours of each day, where it says so. */
  isPart: boolean;
  start: string;
  end: string;
};
export type HoursForm = {
  periods: OpenForm[];
  closures: ClosedForm[];
  closedOnRedDays: boolean;
  closedOnSchoolBreaks: boolean;
};

const WORKING_DAYS = [1, 2, 3, 4, 5];
export const blankOpen = (): OpenForm => ({
  key: newKey(),
  id: 0,
  weekdays: WORKING_DAYS,
  start: '08:00',
  end: '17:00',
  isBounded: false,
  from: '',
  to: '',
});
export const blankClosed = (): ClosedForm => ({
  key: newKey(),
  id: 0,
  name: '',
  from: '',
  to: '',
  isPart: false,
  start: '',
  end: '',
});

export const hoursForm = (hours: BookableAvailability): HoursForm => ({
  periods: hours.periods.map(({ id, weekdays, start, end, from = '', to = '' }) => ({
    key: newKey(),
    id,
    weekdays,
    start,
    end,
    isBounded: from !== '' || to !== '',
    from,
    to,
  })),
  closures: hours.closures.map(({ id, name, from, to, start = '', end = '' }) => ({
    key: newKey(),
    id,
    name,
    from,
    to,
    isPart: start !== '' || end !== '',
    start,
    end,
  })),
  closedOnRedDays: hours.closedOnRedDays,
  closedOnSchoolBreaks: hours.closedOnSchoolBreaks,
});

function wrongDates(at: string, from: string, to: string, open: boolean): Wrong {
  const isFine = (date: string) => isDate(date) || (open && date === '');
  return {
    [`${at}.from`]: isFine(from) ? undefined : texts.date,
    [`${at}.to`]: !isFine(to) ? texts.date : from && to && to < from ? texts.order : undefined,
  };
}

export function wrongHours({ periods, closures }: HoursForm): Wrong {
  const open = periods.map((one, n) => {
    const at = `periods[${n}]`;
    return {
      // No weekdays between two dates: closed then.
      [`${at}.weekdays`]:
        one.weekdays.length === 0 && !one.isBounded ? hoursTexts.wrongDays : undefined,
      ...wrongClock(at, one.start, one.end),
      ...(one.isBounded && wrongDates(at, one.from, one.to, true)),
    };
  });
  const closed = closures.map((one, n) => {
    const at = `closures[${n}]`;
    return {
      [`${at}.name`]: one.name.trim() ? undefined : texts.missing,
      ...wrongDates(at, one.from, one.to, false),
      ...(one.isPart && wrongClock(at, one.start, one.end)),
    };
  });
  return Object.assign({}, ...open, ...closed);
}

export const hoursOfForm = (form: HoursForm, version: number): BookableAvailability => ({
  version,
  periods: form.periods.map(({ id, weekdays, start, end, isBounded, from, to }) => ({
    id,
    weekdays: [...weekdays].sort((a, b) => a - b),
    start: clockIn(start) ?? start,
    end: clockIn(end) ?? end,
    ...(isBounded && from && { from }),
    ...(isBounded && to && { to }),
  })),
  closures: form.closures.map(({ id, name, from, to, isPart, start, end }) => ({
    id,
    name: name.trim(),
    from,
    to,
    ...(isPart && { start: clockIn(start) ?? start, end: clockIn(end) ?? end }),
  })),
  closedOnRedDays: form.closedOnRedDays,
  closedOnSchoolBreaks: form.closedOnSchoolBreaks,
});
