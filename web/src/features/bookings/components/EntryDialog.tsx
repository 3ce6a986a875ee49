import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import { kronor, priceWords } from '../money.ts';
import { hasCome, whenOf } from '../times.ts';
import type { Act, Booking, BookingAbility, Question } from '../types.ts';
import { useAct } from '../useAct.ts';
import classes from './day.module.css';

type EntryDialogProps = { booking: Booking; questions: readonly Question[]; onClose: () => void };

const ACTS: { ability: BookingAbility; act: Act; label: string; said: string; main?: true }[] = [
  { ability: 'CONFIRM', act: 'confirm', label: texts.confirm, said: texts.confirmed, main: true },
  { ability: 'DECLINE', act: 'decline', label: texts.decline, said: texts.declined },
  { ability: 'CHECK_IN', act: 'checkin', label: texts.checkIn, said: texts.checkedIn, main: true },
  {
    ability: 'CHECK_OUT',
    act: 'checkout',
    label: texts.checkOut,
    said: texts.checkedOut,
    main: true,
  },
  { ability: 'NO_SHOW', act: 'noshow', label: texts.noShow, said: texts.noShown },
  { ability: 'CANCEL', act: 'cancel', label: texts.cancel, said: texts.cancelled },
];
/** Of these the one who booked is told why. */
const WITH_REASON: BookingAbility[] = ['DECLINE', 'CANCEL'];
/** What is done once its day has come. */
const AT_THE_DOOR: BookingAbility[] = ['CHECK_IN', 'CHECK_OUT', 'NO_SHOW'];
const REASON = 500;

/** A booking of somebody, all that is known of it, and what may be done with it. */
export default function EntryDialog({ booking, questions, onClose }: EntryDialogProps) {
  const { mutate, isPending, variables } = useAct();
  const [reason, setReason] = useState('');
  const {
    idReservationExclusive: id,
    abilities,
    participants,
    answers,
    note,
    fee,
    price,
  } = booking;
  const may = ACTS.filter(
    ({ ability }) =>
      abilities.includes(ability) && (hasCome(booking) || !AT_THE_DOOR.includes(ability)),
  );
  const asked = questions.filter((one) => answers[one.id]);
  return (
    <Dialog title={booking.bookableName} onClose={onClose}>
      <div className={classes.whole}>
        <dl className={classes.facts}>
          <Fact name={texts.who} text={booking.userName} />
          <Fact name={texts.when} text={whenOf(booking)} />
          <Fact name={texts.status} text={booking.statusText} />
          {participants !== undefined && (
            <Fact name={texts.participants} text={String(participants)} />
          )}
          <Fact name={texts.price} text={priceWords(price)} />
          {fee !== price && fee > 0 && <Fact name={texts.fee} text={kronor(fee)} />}
          {asked.map((one) => (
            <Fact key={one.id} name={one.text} text={answers[one.id] ?? ''} />
          ))}
          {note && <Fact name={texts.note} text={note} />}
          {booking.reason && <Fact name={texts.reason} text={booking.reason} />}
        </dl>
        {WITH_REASON.some((one) => abilities.includes(one)) && (
          <TextInput
            label={texts.reason}
            description={texts.reasonHint}
            value={reason}
            maxLength={REASON}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <div className={classes.buttons}>
          {may.map(({ ability, act, label, said, main }) => (
            <Button
              key={act}
              variant={main ? 'filled' : 'default'}
              loading={isPending && variables.act === act}
              onClick={() => {
                const why = WITH_REASON.includes(ability) ? reason.trim() : '';
                mutate({ id, act, said, ...(why && { reason: why }) }, { onSuccess: onClose });
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
