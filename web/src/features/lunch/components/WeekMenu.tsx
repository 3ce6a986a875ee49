import { Button } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconFileImport,
  IconPencil,
  IconPrinter,
  IconSoup,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { mondayOf, plusDays, weekOf } from '@/lib/days.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { useSignedIn } from '@/lib/session.ts';
import { STAY } from '@/lib/stay.ts';
import { lunchTexts as texts } from '@/texts/lunch.ts';
import { weekQuery } from '../api.ts';
import { lunchPath } from '../paths.ts';
import { daysShown, todayInSweden } from '../week.ts';
import { DayMenu } from './DayMenu.tsx';
import classes from './lunch.module.css';

const WeekEditor = lazy(() => loadPart(() => import('./WeekEditor.tsx')));
const ImportDialog = lazy(() => loadPart(() => import('./ImportDialog.tsx')));

const WEEK = 7;
const NOT_FOUND = 404;

/** A school's menu of a week; for who writes it, with the ways to. */
export function WeekMenu({ id, date }: { id: number; date: string }) {
  const signedIn = useSignedIn();
  const monday = mondayOf(date);
  const today = todayInSweden();
  const query = useQuery({
    ...weekQuery(id, monday, signedIn),
    placeholderData: keepPreviousData,
  });
  /** The Monday of the week that is being written. */
  const [editing, setEditing] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const menu = query.data;
  usePageTitle(menu ? texts.of(menu.school.entityName) : texts.title);

  if (query.isPending) return <LoadingState />;
  if (!menu) {
    const { error } = query;
    if (error instanceof ApiError && error.status === NOT_FOUND) return <Absent />;
    return <ErrorState page error={error} onRetry={() => void query.refetch()} />;
  }
  // Until the week that is asked for is there, the one before is held: nothing of it is shown as this.
  const days = query.isPlaceholderData ? [] : menu.days;
  const { week } = weekOf(monday);
  const writes = menu.abilities.includes('WRITE') && !query.isPlaceholderData;
  // While a week is written nothing leads to another by a slip: what was typed would be gone.
  const isWritten = editing === monday && writes;
  const to = (day: string) => ({ to: lunchPath(id, day), state: STAY, preventScrollReset: true });
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {menu.school.entityName}
        </h1>
        <p className={classes.links}>
          <Link to={`/${menu.school.entitySlug}`}>{texts.school}</Link>
          <Link to={lunchPath()}>{texts.another}</Link>
        </p>
      </div>
      <nav className={classes.bar} aria-label={texts.menu}>
        {!isWritten && (
          <>
            <Link
              className={classes.step}
              aria-label={texts.previous}
              {...to(plusDays(monday, -WEEK))}
            >
              <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
            </Link>
            <Link className={classes.step} aria-label={texts.next} {...to(plusDays(monday, WEEK))}>
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            </Link>
          </>
        )}
        <h2 className={classes.period} aria-live="polite">
          {texts.week(week)}
        </h2>
        {!isWritten && monday !== mondayOf(today) && <Link {...to(today)}>{texts.thisWeek}</Link>}
        <button
          type="button"
          className={classes.step}
          aria-label={texts.print}
          title={texts.print}
          onClick={() => window.print()}
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </nav>
      <OfflineNote text={texts.offline} />
      {isWritten ? (
        <Suspense fallback={<LoadingState />}>
          <WeekEditor
            key={monday}
            id={id}
            monday={monday}
            days={days}
            onDone={() => setEditing(null)}
          />
        </Suspense>
      ) : (
        <>
          {writes && (
            <div className={classes.ways}>
              <Button
                leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => setEditing(monday)}
              >
                {texts.edit}
              </Button>
              <Button
                variant="default"
                leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
                onClick={() => setImporting(true)}
              >
                {texts.import}
              </Button>
            </div>
          )}
          {query.isPlaceholderData && <LoadingState />}
          {!query.isPlaceholderData && days.length === 0 && (
            <EmptyState
              title={texts.empty.title}
              text={writes ? texts.empty.writerText : texts.empty.text}
              icon={<IconSoup size={28} stroke={1.5} />}
            />
          )}
          {days.length > 0 && (
            <ol className={classes.days}>
              {daysShown(monday, days).map((one) => (
                <DayMenu
                  key={one}
                  date={one}
                  day={days.find((day) => day.date === one)}
                  isToday={one === today}
                />
              ))}
            </ol>
          )}
        </>
      )}
      {importing && (
        <Suspense>
          <ImportDialog id={id} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Absent() {
  usePageTitle(texts.absent.title);
  return (
    <EmptyState
      page
      title={texts.absent.title}
      text={texts.absent.text}
      icon={<IconSoup size={28} stroke={1.5} />}
    >
      <Button component={Link} to={lunchPath()}>
        {texts.another}
      </Button>
    </EmptyState>
  );
}
