import { Button } from '@mantine/core';
import { IconBackpack } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Membership } from '@/api/types.ts';
import { ShareButton } from '@/area/ShareButton.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { ForOrganisation } from '@/features/context/pickers.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { enrollmentTexts } from '@/texts/enrollment.ts';
import { outingTexts as texts } from '@/texts/organising.ts';
import { writes } from '../calendars.ts';
import type { Enrollment } from '../enrollment/api.ts';
import { SeatFacts } from '../enrollment/SeatFacts.tsx';
import { listedWhen } from '../lists/EventRow.tsx';
import { CALENDAR, editPath, eventPath } from '../paths.ts';
import type { CalendarEvent, ListedEvent } from '../types.ts';
import { useArranged } from './events.ts';
import classes from './organising.module.css';
import { isOuting } from './outings.ts';

const OutingDialog = lazy(() => loadPart(() => import('./OutingDialog.tsx')));
const OutingAnswers = lazy(() => loadPart(() => import('./OutingAnswers.tsx')));
const InviteDialog = lazy(async () => ({
  default: (await loadPart(() => import('../enrollment/peopleDialogs.tsx'))).InviteDialog,
}));

/** So many of the events ahead are looked through for outings. */
const COUNT = 30;
/** As outings are made: at hours of one day. */
const mayBe = ({ allDay, isRecurring }: ListedEvent) => !allDay && !isRecurring;
const icon = <IconBackpack size={28} stroke={1.5} />;

/** /utflykt: outings that one is asked to consent to; for who runs them making one, and with ?event=… the answers. */
export default function OutingsStart() {
  return <ForOrganisation>{(mine) => <StartOf key={mine.idEntity} mine={mine} />}</ForOrganisation>;
}

function StartOf({ mine }: { mine: Membership }) {
  const { idEntity } = mine;
  const [params] = useSearchParams();
  const [making, setMaking] = useState(false);
  const [invites, setInvites] = useState<CalendarEvent | null>(null);
  const { writable, all, isReading, pending, error, retry } = useArranged({
    idEntity,
    count: COUNT,
    which: mayBe,
  });
  if (pending) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState />;
  const outings = all.flatMap(({ listed, event }) =>
    event && isOuting(event) ? [{ listed, event }] : [],
  );
  const back = `/utflykt?organization=${idEntity}`;
  const asked = outings.find(({ event }) => event.eventUUID === params.get('event'));
  if (asked && writes(asked.event)) {
    return (
      <Suspense fallback={<LoadingState />}>
        <OutingAnswers event={asked.event} when={listedWhen(asked.listed)} back={back} />
      </Suspense>
    );
  }
  const mayMake = writable.length > 0;
  const make = mayMake && <Button onClick={() => setMaking(true)}>{texts.make}</Button>;
  return (
    <>
      {outings.length > 0 && (
        <section className={classes.section} aria-labelledby="outings">
          <div className={classes.top}>
            <h2 id="outings">{texts.list}</h2>
            {make}
          </div>
          <ul className={classes.list}>
            {outings.map((one) => (
              <li key={one.event.eventUUID}>
                <Outing
                  {...one}
                  slug={mine.entitySlug}
                  answers={`${back}&event=${encodeURIComponent(one.event.eventUUID)}`}
                  onInvite={() => setInvites(one.event)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isReading && outings.length === 0 && <LoadingState />}
      {!isReading && outings.length === 0 && (
        <EmptyState
          title={texts.none.title}
          text={mayMake ? texts.none.manager : texts.none.text}
          icon={icon}
        >
          {make || (
            <Button component={Link} to={CALENDAR} variant="default">
              {texts.toCalendars}
            </Button>
          )}
        </EmptyState>
      )}
      <Suspense>
        {making && (
          <OutingDialog
            calendars={writable}
            onMade={(event) => {
              setMaking(false);
              setInvites(event);
            }}
            onClose={() => setMaking(false)}
          />
        )}
        {invites && (
          <InviteDialog
            of={{ eventUUID: invites.eventUUID, recurrenceId: null }}
            calendarUUID={invites.calendarUUID}
            onClose={() => setInvites(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type OutingProps = {
  listed: ListedEvent;
  event: CalendarEvent;
  slug: string;
  answers: string;
  onInvite: () => void;
};

function Outing({ listed, event, slug, answers, onInvite }: OutingProps) {
  const { eventUUID, title } = event;
  const enrollment = event.enrollment as Enrollment;
  const mine = enrollment.myEnrollmentStatus;
  const answered = !['NONE', 'INVITED'].includes(mine);
  return (
    <article className={classes.row} aria-label={title}>
      <div className={classes.words}>
        <h3>
          <Link to={eventPath(eventUUID)} dir="auto">
            {title}
          </Link>
        </h3>
        <p>{[listedWhen(listed), listed.place?.name].filter(Boolean).join(' · ')}</p>
        {mine !== 'NONE' && <p>{enrollmentTexts.statuses[mine]}</p>}
      </div>
      <SeatFacts enrollment={enrollment} />
      <div className={classes.actions}>
        {writes(event) ? (
          <>
            <Button component={Link} size="sm" to={answers} aria-label={texts.answersOf(title)}>
              {texts.answers}
            </Button>
            <Button
              size="sm"
              variant="default"
              aria-label={texts.inviteOf(title)}
              onClick={onInvite}
            >
              {texts.invite}
            </Button>
            <ShareButton
              size="sm"
              card={{ type: 'EVENT', id: eventUUID }}
              text={texts.reminder(title)}
              what={texts.what}
              label={texts.remind}
              name={texts.remindOf(title)}
            />
            <Button
              component={Link}
              size="sm"
              variant="default"
              to={editPath(eventUUID, slug)}
              aria-label={texts.changeOf(title)}
            >
              {texts.change}
            </Button>
          </>
        ) : (
          !answered &&
          !enrollment.closed && (
            <Button
              component={Link}
              size="sm"
              to={eventPath(eventUUID)}
              aria-label={texts.replyOf(title)}
            >
              {texts.reply}
            </Button>
          )
        )}
      </div>
    </article>
  );
}
