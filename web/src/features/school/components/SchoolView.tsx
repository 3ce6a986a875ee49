import { Button } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPencil,
  IconPlus,
  IconSchool,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { calendarPath, eventPath } from '@/features/calendar/paths.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { STAY } from '@/lib/stay.ts';
import { HOME_ZONE, wallOf } from '@/lib/zone.ts';
import { schoolKinds, schoolTexts as texts } from '@/texts/school.ts';
import { eventsOfYear, schoolCalendarsQuery } from '../api.ts';
import { pageOf, schoolPath } from '../paths.ts';
import type { Kind, ListedEvent, SchoolCalendar } from '../types.ts';
import { isYear, spanOf, todayInSweden, yearName } from '../year.ts';
import { DayList, type Row } from './DayList.tsx';
import { HeardCalendar } from './HeardCalendar.tsx';
import classes from './school.module.css';

const NOT_FOUND = 404;
const KINDS = Object.keys(pageOf) as Kind[];

type SchoolViewProps = { kind: Kind; id: number; calendar: string | null; year: number };

/** A school's calendar of a kind, a school year of it; for who runs the school, with the ways to its form. */
export function SchoolView({ kind, id, calendar, year }: SchoolViewProps) {
  const signedIn = useSignedIn();
  const query = useQuery(schoolCalendarsQuery(id, signedIn));
  const found = query.data;
  const { title } = schoolKinds[kind];
  usePageTitle(found ? texts.of(title, found.school.entityName) : title);
  const all = found?.content.filter((one) => one.kind === kind) ?? [];
  const shown = all.find((one) => one.calendar.calendarUUID === calendar) ?? all[0];

  if (query.isPending) return <LoadingState />;
  if (!found) {
    const { error } = query;
    if (error instanceof ApiError && error.status === NOT_FOUND) return <Absent kind={kind} />;
    return <ErrorState page error={error} onRetry={() => void query.refetch()} />;
  }
  const writes = found.abilities.includes('WRITE');
  const create = schoolPath(kind, { organization: id, year, edit: true });
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {found.school.entityName}
        </h1>
        <p className={classes.links}>
          <Link to={`/${found.school.entitySlug}`}>{texts.school}</Link>
          <Link to={pageOf[kind]}>{texts.another}</Link>
        </p>
      </div>
      <nav className={classes.kinds} aria-label={texts.kinds}>
        {KINDS.map((one) => (
          <Link
            key={one}
            to={schoolPath(one, { organization: id, year })}
            aria-current={one === kind ? 'page' : undefined}
          >
            {schoolKinds[one].title}
          </Link>
        ))}
      </nav>
      {shown ? (
        <YearOf
          key={shown.calendar.calendarUUID}
          {...{ kind, id, year, writes, all, shown, signedIn, create }}
        />
      ) : (
        <EmptyState
          title={texts.none.title}
          text={writes ? texts.none.writerText : texts.none.text}
          icon={<IconSchool size={28} stroke={1.5} />}
        >
          {writes && (
            <Button component={Link} to={create}>
              {texts.put}
            </Button>
          )}
        </EmptyState>
      )}
    </div>
  );
}

type YearOfProps = Omit<SchoolViewProps, 'calendar'> & {
  writes: boolean;
  all: readonly SchoolCalendar[];
  shown: SchoolCalendar;
  signedIn: boolean;
  /** The form for a new calendar. */
  create: string;
};

function YearOf({ kind, id, year, writes, all, shown, signedIn, create }: YearOfProps) {
  const { calendar, years } = shown;
  const uuid = calendar.calendarUUID;
  const events = useQuery(eventsOfYear(uuid, year, signedIn));
  const to = (other: number) => ({
    to: schoolPath(kind, { organization: id, calendar: uuid, year: other }),
    state: STAY,
    preventScrollReset: true,
  });
  const edit = schoolPath(kind, { organization: id, calendar: uuid, year, edit: true });
  const isPut = years.includes(year);
  const rows = (events.data ?? []).map(rowOf);
  const { first } = spanOf(year);
  return (
    <>
      {signedIn && <HeardCalendar id={calendar.idCalendar} />}
      {all.length > 1 && (
        <nav className={classes.kinds} aria-label={texts.calendars}>
          {all.map((one) => (
            <Link
              key={one.calendar.calendarUUID}
              to={schoolPath(kind, {
                organization: id,
                calendar: one.calendar.calendarUUID,
                year,
              })}
              aria-current={one === shown ? 'true' : undefined}
            >
              {one.calendar.name}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.bar}>
        {isYear(year - 1) && (
          <Link className={classes.step} aria-label={texts.previous} {...to(year - 1)}>
            <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
          </Link>
        )}
        {isYear(year + 1) && (
          <Link className={classes.step} aria-label={texts.following} {...to(year + 1)}>
            <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
          </Link>
        )}
        <h2 className={classes.period} aria-live="polite">
          {texts.yearOf(yearName(year))}
        </h2>
        {signedIn && <Link to={calendarPath('month', first)}>{texts.inCalendar}</Link>}
      </div>
      <p className={classes.faint}>{calendar.name}</p>
      {writes && (
        <div className={classes.ways}>
          <Button
            component={Link}
            to={edit}
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}
          >
            {isPut ? texts.change : texts.put}
          </Button>
          <Button
            component={Link}
            to={create}
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          >
            {texts.fresh}
          </Button>
        </div>
      )}
      <OfflineNote text={texts.offline} />
      {events.isPending && <LoadingState />}
      {events.isError && !events.data && (
        <ErrorState error={events.error} onRetry={() => void events.refetch()} />
      )}
      {events.data && rows.length === 0 && (
        <EmptyState
          title={texts.empty.title}
          text={writes ? texts.empty.writerText : texts.empty.text}
          icon={<IconSchool size={28} stroke={1.5} />}
        />
      )}
      {rows.length > 0 && <DayList rows={rows} today={todayInSweden()} />}
    </>
  );
}

/** An event as a row; of one with times the days that it touches. */
function rowOf(event: ListedEvent): Row {
  const lastMoment = new Date(Math.max(Date.parse(event.end) - 1, Date.parse(event.start)));
  return {
    key: `${event.id} ${event.start}`,
    title: <Link to={eventPath(event.eventUUID, event.recurrenceId)}>{event.title}</Link>,
    first: event.startDate ?? wallOf(event.start, HOME_ZONE).date,
    last: event.endDate ?? wallOf(lastMoment.toISOString(), HOME_ZONE).date,
  };
}

function Absent({ kind }: { kind: Kind }) {
  usePageTitle(texts.absent.title);
  return (
    <EmptyState
      page
      title={texts.absent.title}
      text={texts.absent.text}
      icon={<IconSchool size={28} stroke={1.5} />}
    >
      <Button component={Link} to={pageOf[kind]}>
        {texts.another}
      </Button>
    </EmptyState>
  );
}
