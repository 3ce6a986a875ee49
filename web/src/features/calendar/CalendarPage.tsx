import { Button } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconListCheck,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Dialog } from '@/components/Dialog.tsx';
import { LoadingState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { useSignedIn } from '@/lib/session.ts';
import { STAY } from '@/lib/stay.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import classes from './calendar.module.css';
import MonthView from './components/MonthView.tsx';
import { SignedOutNote } from './components/SignedOutNote.tsx';
import { useKeys } from './components/useKeys.ts';
import { useSwipe } from './components/useSwipe.ts';
import type { ViewProps, Wanted } from './components/view.ts';
import { localDay, periodOf, placeOf, spanOf, VIEWS, type View } from './days.ts';
import type { EventWish } from './event/wish.ts';
import type { Entry } from './layout.ts';
import { calendarPath } from './paths.ts';
import { useDaysBeforehand, useFacts, useNow, useShown } from './useCalendar.ts';
import { useCalendarKeys } from './useCalendarKeys.ts';
import { useLeafing } from './useLeafing.ts';
import { usePhone } from './usePhone.ts';
import { periodName } from './words.ts';

const views: Record<View, React.ComponentType<ViewProps>> = {
  month: MonthView,
  week: lazy(() => loadPart(() => import('./components/WeekView.tsx'))),
  day: lazy(() => loadPart(() => import('./components/DayView.tsx'))),
  agenda: lazy(() => loadPart(() => import('./components/AgendaView.tsx'))),
  year: lazy(() => loadPart(() => import('./components/YearView.tsx'))),
};
const CalendarList = lazy(() => loadPart(() => import('./components/CalendarList.tsx')));
const ActiveFilter = lazy(() => loadPart(() => import('./filters/ActiveFilter.tsx')));
const DaySheet = lazy(() => loadPart(() => import('./components/DaySheet.tsx')));
const EventActions = lazy(() => loadPart(() => import('./event/EventActions.tsx')));
const QuickCreate = lazy(() => loadPart(() => import('./components/QuickCreate.tsx')));
const EventSheet = lazy(() => loadPart(() => import('./components/EventSheet.tsx')));

/** What lies open over the view. */
type Open =
  | { day: string; at: HTMLElement }
  | { entry: Entry; at: HTMLElement }
  | { wanted: Wanted; at: HTMLElement }
  | null;

/** /kalender?view=week&date=2026-11-23 */
export default function CalendarPage() {
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const now = useNow();
  const today = localDay(now);
  const [params] = useSearchParams();
  const { view, date } = placeOf(params, today);
  const phone = usePhone();
  const period = periodOf(view, phone);
  const span = spanOf(period, date);
  const { shown, filtered, failed, retry, pending } = useShown(span);
  const factsOf = useFacts(span, view === 'year');
  useDaysBeforehand();
  const online = useOnline();
  const [open, setOpen] = useState<Open>(null);
  const [wish, setWish] = useState<EventWish | null>(null);
  const [listed, setListed] = useState(false);
  const main = useRef<HTMLElement>(null);
  const label = periodName(period, date);
  usePageTitle(`${label} – ${texts.title}`);

  /** Within the view: one step of the history for as long as one stays. */
  const show = (day: string, to: View = view) =>
    void navigate(calendarPath(to, day), {
      replace: to === view,
      state: STAY,
      preventScrollReset: true,
    });
  const { step, leafing } = useLeafing({ period, date, pending }, show);
  const create = (wanted: Wanted, at: HTMLElement) => setOpen({ wanted, at });
  const onCreate = signedIn ? create : undefined;
  const keys = useKeys({
    period,
    date,
    move: (day) => show(day),
    open: (day, at) => setOpen({ day, at }),
  });
  useCalendarKeys({
    onNew: onCreate && (() => onCreate({ day: date }, dayAt(main.current, date))),
    onToday: () => show(today),
    onView: (to) => show(date, to),
  });
  useSwipe(main, step);

  const Shown = views[view];
  const props: ViewProps = {
    date,
    period,
    today,
    now,
    label,
    shown,
    factsOf,
    keys,
    onPick: (day) => show(day),
    onOpenDay: (day, at) => setOpen({ day, at }),
    onOpen: (entry, at) => setOpen({ entry, at }),
    onCreate,
    onMove: signedIn ? (met, shift) => setWish({ kind: 'move', met, shift }) : undefined,
  };

  return (
    <div className={classes.page} data-calendar={view} data-tour="area">
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <nav className={classes.views} aria-label={texts.viewList}>
          {VIEWS.map((one) => (
            <Link
              key={one}
              to={calendarPath(one, date)}
              state={STAY}
              preventScrollReset
              aria-current={one === view ? 'page' : undefined}
            >
              {texts.views[periodOf(one, phone)]}
            </Link>
          ))}
        </nav>
        {onCreate && (
          <Button
            className={classes.create}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={({ currentTarget }) => onCreate({ day: date }, currentTarget)}
          >
            {texts.create}
          </Button>
        )}
      </div>
      <div className={classes.bar}>
        <Button variant="default" onClick={() => show(today)}>
          {texts.today}
        </Button>
        <button
          type="button"
          className={classes.step}
          aria-label={texts.previous[period]}
          {...leafing(-1)}
        >
          <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={classes.step}
          aria-label={texts.next[period]}
          {...leafing(1)}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        </button>
        <h2 className={classes.period} aria-live="polite">
          {label}
        </h2>
        <button
          type="button"
          className={classes.step}
          aria-label={texts.print}
          title={texts.print}
          onClick={() => window.print()}
          data-wide
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden="true" />
        </button>
        {signedIn && (
          <button
            type="button"
            className={classes.step}
            aria-label={texts.showCalendars}
            title={texts.showCalendars}
            onClick={() => setListed(true)}
            data-narrow
          >
            <IconListCheck size={20} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
      {failed ? (
        <div className={classes.note} role="alert">
          <p>{online ? texts.failed : texts.offline}</p>
          <Button variant="default" size="sm" onClick={retry}>
            {texts.retry}
          </Button>
        </div>
      ) : null}
      {filtered && (
        <Suspense>
          <ActiveFilter />
        </Suspense>
      )}
      {!signedIn && <SignedOutNote />}
      <div className={classes.body}>
        <section ref={main} className={classes.view} aria-busy={pending}>
          <Suspense fallback={<LoadingState />}>
            <Shown {...props} />
          </Suspense>
        </section>
        {signedIn && (
          <aside className={classes.side} aria-label={texts.calendars}>
            <Suspense>
              <CalendarList />
            </Suspense>
          </aside>
        )}
      </div>
      <p className={classes.help}>{texts.help}</p>
      <Suspense>
        {wish && <EventActions wish={wish} />}
        {open && 'day' in open && (
          <DaySheet {...props} day={open.day} at={open.at} onClose={() => setOpen(null)} />
        )}
        {open && 'entry' in open && (
          <EventSheet
            entry={open.entry}
            at={open.at}
            calendar={shown.calendars.get(open.entry.event.calendarUUID)}
            onWish={setWish}
            onClose={() => setOpen(null)}
          />
        )}
        {open && 'wanted' in open && (
          <QuickCreate wanted={open.wanted} at={open.at} onClose={() => setOpen(null)} />
        )}
        {listed && (
          <Dialog title={texts.calendars} onClose={() => setListed(false)}>
            <CalendarList />
          </Dialog>
        )}
      </Suspense>
    </div>
  );
}

/** Where a day stands in the view. */
const dayAt = (root: HTMLElement | null, day: string): HTMLElement =>
  root?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? document.body;
