import { Button } from '@mantine/core';
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { LoadingState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { STAY } from '@/lib/stay.ts';
import { calendarTexts, localTexts as texts } from '@/texts/calendar.ts';
import { type LocalArea, localEventsQuery } from '../api.ts';
import classes from '../calendar.module.css';
import MonthView from '../components/MonthView.tsx';
import { useKeys } from '../components/useKeys.ts';
import type { ViewProps } from '../components/view.ts';
import { localDay, periodOf, placeOf, spanOf, stepped, type View } from '../days.ts';
import { entryOf } from '../layout.ts';
import { eventPath } from '../paths.ts';
import { webcal } from '../subscribe/feeds.ts';
import { useFacts, useNow } from '../useCalendar.ts';
import { usePhone } from '../usePhone.ts';
import { periodName } from '../words.ts';

const WeekView = lazy(() => loadPart(() => import('../components/WeekView.tsx')));
const DaySheet = lazy(() => loadPart(() => import('../components/DaySheet.tsx')));

const VIEWS = ['month', 'week'] as const;
const NONE: never[] = [];
const CALENDARS: ViewProps['shown']['calendars'] = new Map();

/** For other programs. */
const FILES = { municipality: '/ics/municipality', locality: '/ics/tatort' } as const;

type Shown = (typeof VIEWS)[number];
/** Of the calendar's views these two are here; a day is looked at within its week. */
const shownAs = (view: View): Shown => (view === 'month' ? 'month' : 'week');

/**
 * The calendar of a municipality or a locality, by month or week: what everybody may see of what is to come there. View and day stand in the
 * address, as in one's own calendar.
 */
export default function LocalCalendar({ kind, slug, name }: LocalArea & { name: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const now = useNow();
  const today = localDay(now);
  const { view: asked, date } = placeOf(params, today);
  const view = shownAs(asked);
  const period = periodOf(view, usePhone());
  const span = spanOf(period, date);
  const query = useQuery(localEventsQuery({ kind, slug }, span));
  const factsOf = useFacts(span);
  const online = useOnline();
  const [open, setOpen] = useState<{ day: string; at: HTMLElement } | null>(null);
  const label = periodName(period, date);
  const file = `${FILES[kind]}/${slug}.ics`;

  const pathOf = (to: View, day: string) => `${pathname}?view=${shownAs(to)}&date=${day}`;
  const show = (day: string) =>
    void navigate(pathOf(view, day), { replace: true, state: STAY, preventScrollReset: true });
  const openDay = (day: string, at: HTMLElement) => setOpen({ day, at });
  const keys = useKeys({ period, date, move: show, open: openDay });

  const { data = NONE } = query;
  const shown = useMemo(() => ({ entries: data.map(entryOf), calendars: CALENDARS }), [data]);
  const props: ViewProps = {
    date,
    period,
    today,
    now,
    label,
    shown,
    factsOf,
    keys,
    pathOf,
    onPick: show,
    onOpenDay: openDay,
    onOpen: ({ event }) => void navigate(eventPath(event.eventUUID, event.recurrenceId)),
  };
  const pending = query.isPending || query.isPlaceholderData;
  const Drawn = view === 'month' ? MonthView : WeekView;
  return (
    <section className={classes.local} aria-label={texts.title(name)} data-calendar={view}>
      <div className={classes.bar}>
        <h2 className={classes.period} aria-live="polite">
          {label}
        </h2>
        <Button variant="default" onClick={() => show(today)}>
          {calendarTexts.today}
        </Button>
        <button
          type="button"
          className={classes.step}
          aria-label={calendarTexts.previous[period]}
          onClick={() => show(stepped(period, date, -1))}
        >
          <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={classes.step}
          aria-label={calendarTexts.next[period]}
          onClick={() => show(stepped(period, date, 1))}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        </button>
        <nav className={classes.views} aria-label={calendarTexts.viewList}>
          {VIEWS.map((one) => (
            <Link
              key={one}
              to={pathOf(one, date)}
              state={STAY}
              preventScrollReset
              aria-current={one === view ? 'page' : undefined}
            >
              {calendarTexts.views[one]}
            </Link>
          ))}
        </nav>
      </div>
      {query.error ? (
        <div className={classes.note} role="alert">
          <p>{online ? texts.failed : calendarTexts.offline}</p>
          <Button variant="default" size="sm" onClick={() => void query.refetch()}>
            {calendarTexts.retry}
          </Button>
        </div>
      ) : null}
      <div className={classes.view} aria-busy={pending}>
        <Suspense fallback={<LoadingState />}>
          <Drawn {...props} />
        </Suspense>
      </div>
      {!pending && !query.error && data.length === 0 && (
        <p className={classes.help} role="status">
          {texts.none(label)}
        </p>
      )}
      <div className={classes.bar}>
        <Button
          component="a"
          href={webcal(`${window.location.origin}${file}`)}
          variant="default"
          leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
        >
          {texts.subscribe}
        </Button>
        <a href={file} download>
          {texts.file}
        </a>
      </div>
      <Suspense>{open && <DaySheet {...props} {...open} onClose={() => setOpen(null)} />}</Suspense>
    </section>
  );
}
