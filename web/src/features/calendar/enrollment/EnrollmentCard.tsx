import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { loadWithin } from '@/lib/loadPart.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import { calendarKey, eventQuery } from '../api.ts';
import type { CalendarEvent } from '../types.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { type Enrollment, type EnrollmentStatus, enrollmentCalls, type Occurrence } from './api.ts';
import classes from './enrollment.module.css';
import { OfferTime } from './OfferTime.tsx';
import { type Offer, offersOf } from './offers.ts';
import { SeatFacts } from './SeatFacts.tsx';

const Ticket = lazy(() => loadWithin(() => import('./Ticket.tsx')));

type EnrollmentCardProps = {
  of: Occurrence;
  enrollment: Enrollment;
  /** It has begun. */
  begun: boolean;
};

const COMES: EnrollmentStatus[] = ['CONFIRMED', 'ATTENDED'];

/** What is said of what has come of it. */
const saidOf = ({ myEnrollmentStatus: now }: Enrollment): string => {
  if (now === 'WAITLISTED') return texts.queued;
  if (now === 'PENDING') return texts.pending;
  if (now === 'DECLINED') return texts.declined;
  return COMES.includes(now) ? texts.saved : texts.gone;
};

/** Whether one comes, with whom, and what one answers. */
export default function EnrollmentCard({ of, enrollment, begun }: EnrollmentCardProps) {
  const client = useQueryClient();
  const online = useOnline();
  const [changing, setChanging] = useState(false);
  const [asking, setAsking] = useState<'cancel' | 'leave' | null>(null);
  const { myEnrollmentStatus: mine, offerExpires } = enrollment;
  const offers = offersOf(enrollment, begun);
  const enters = offers.includes('enrol') ? 'enrol' : offers.includes('join') ? 'join' : null;

  /** The answer stands at once; others may have been faster as well. */
  async function shown(next: Enrollment) {
    const { queryKey } = eventQuery(of.eventUUID, true, of.recurrenceId);
    client.setQueryData<CalendarEvent>(queryKey, (held) => held && { ...held, enrollment: next });
    setChanging(false);
    await client.invalidateQueries({ queryKey: calendarKey });
  }
  async function done(next: Enrollment) {
    toast({ type: 'success', message: saidOf(next) });
    await shown(next);
  }
  const answer = useMutation({
    mutationFn: (call: (which: Occurrence) => Promise<Enrollment>) => call(of),
    onSuccess: done,
    onError: (error) => {
      toast({ type: 'error', message: messageOf(error) });
      void client.invalidateQueries({ queryKey: calendarKey });
    },
  });
  const button = (
    offer: Offer,
    label: string,
    call: (which: Occurrence) => Promise<Enrollment>,
    first = false,
  ) =>
    offers.includes(offer) && (
      <Button
        {...(!first && { variant: 'default' })}
        loading={answer.isPending && answer.variables === call}
        disabled={!online || (answer.isPending && answer.variables !== call)}
        onClick={() => answer.mutate(call)}
      >
        {label}
      </Button>
    );

  return (
    <section className={classes.card} aria-labelledby="enrollment">
      <h2 id="enrollment">{texts.title}</h2>
      <p className={classes.mine} role="status" data-status={mine}>
        {texts.statuses[mine]}
        {enrollment.myGuests > 0 && enters === null && ` ${texts.withGuests(enrollment.myGuests)}`}
        {enrollment.waitlistPosition !== null && `. ${texts.place(enrollment.waitlistPosition)}`}
      </p>
      {mine === 'OFFERED' && offerExpires && (
        <OfferTime
          until={offerExpires}
          onOver={() => void client.invalidateQueries({ queryKey: calendarKey })}
        />
      )}
      <SeatFacts enrollment={enrollment} />
      {!online && offers.length > 0 && <p>{texts.offline}</p>}
      {COMES.includes(mine) && (
        <Suspense fallback={<LoadingState />}>
          <Ticket of={of} />
        </Suspense>
      )}
      {(enters || changing) && (
        <AnswerForm
          // What was sent begins the fields anew.
          key={mine}
          enrollment={enrollment}
          submit={enters ? texts[enters] : texts.change}
          send={(wish, key) =>
            enters ? enrollmentCalls.enrol(of, wish, key) : enrollmentCalls.change(of, wish)
          }
          done={done}
          onCancel={changing && !enters ? () => setChanging(false) : undefined}
        />
      )}
      {!changing && (
        <div className={classes.buttons}>
          {button('accept', texts.accept, enrollmentCalls.acceptOffer, true)}
          {button('decline-offer', texts.decline, enrollmentCalls.declineOffer)}
          {button('decline', texts.decline, enrollmentCalls.decline)}
          {offers.includes('change') && (
            <Button variant="default" onClick={() => setChanging(true)}>
              {texts.openChange}
            </Button>
          )}
          {offers.includes('cancel') && (
            <Button variant="subtle" color="red" onClick={() => setAsking('cancel')}>
              {texts.cancel}
            </Button>
          )}
          {offers.includes('leave') && (
            <Button variant="subtle" color="red" onClick={() => setAsking('leave')}>
              {texts.leave}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <ConfirmCall
          danger
          title={asking === 'cancel' ? texts.cancelTitle : texts.leaveTitle}
          text={asking === 'cancel' ? texts.cancelText : texts.leaveText}
          action={texts[asking]}
          call={() => enrollmentCalls.cancel(of)}
          said={texts.gone}
          onDone={(next) => void shown(next)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}
