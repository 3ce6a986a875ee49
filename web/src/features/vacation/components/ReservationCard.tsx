import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { daysWords, mineTexts as texts, vacationTexts } from '@/texts/vacation.ts';
import { vacationAnew, vacationCalls } from '../api.ts';
import { spanWords } from '../days.ts';
import type { Group, Reservation } from '../types.ts';
import { useAct } from '../useAct.ts';
import { Status } from './Status.tsx';
import classes from './vacation.module.css';
import { Warnings } from './Warnings.tsx';

type ReservationCardProps = {
  reservation: Reservation;
  groups: readonly Group[];
  onEdit?: (reservation: Reservation) => void;
};

/** A period of one's own: when, how it stands, and what may be done with it. */
export function ReservationCard({ reservation, groups, onEdit }: ReservationCardProps) {
  const { flStatus, days, note, reason, warnings, abilities } = reservation;
  const span = spanWords(reservation);
  const act = useAct();
  const [cancelling, setCancelling] = useState(false);
  const sent = () => ({ message: texts.sent });
  return (
    <article className={classes.card} aria-label={span}>
      <div className={classes.cardHead}>
        <h3 className={classes.strong}>{span}</h3>
        <Status state={flStatus} />
        <span className={classes.faint}>{daysWords(days)}</span>
      </div>
      {note && (
        <p className={classes.faint} dir="auto">
          {texts.note(note)}
        </p>
      )}
      {reason && <p dir="auto">{texts.reason(reason)}</p>}
      {(flStatus === 'DRAFT' || flStatus === 'APPLIED') && (
        <Warnings warnings={warnings} groups={groups} />
      )}
      <div className={classes.acts}>
        {abilities.apply && (
          <Button
            aria-label={texts.sendOf(span)}
            loading={act.isPending}
            onClick={() => act.mutate({ reservation, act: 'apply', said: sent })}
          >
            {texts.send}
          </Button>
        )}
        {abilities.edit && onEdit && (
          <Button
            variant="default"
            aria-label={texts.editOf(span)}
            onClick={() => onEdit(reservation)}
          >
            {texts.edit}
          </Button>
        )}
        {abilities.cancel && (
          <Button
            variant="default"
            aria-label={vacationTexts.cancelOf(span)}
            onClick={() => setCancelling(true)}
          >
            {vacationTexts.cancel}
          </Button>
        )}
      </div>
      {cancelling && <Cancelling reservation={reservation} onClose={() => setCancelling(false)} />}
    </article>
  );
}

type CancellingProps = {
  reservation: Reservation;
  onClose: () => void;
  /** Other words than one's own. */
  words?: { title: string; text: string; action: string; said: string };
};

/** Asks before a period is cancelled: nothing leads back from there. */
export function Cancelling({ reservation, onClose, words }: CancellingProps) {
  const client = useQueryClient();
  const { idVacationPlanReservation, version } = reservation;
  return (
    <ConfirmCall
      title={words?.title ?? vacationTexts.cancelTitle}
      text={words?.text ?? vacationTexts.cancelText(spanWords(reservation))}
      action={words?.action ?? vacationTexts.cancel}
      danger
      call={() => vacationCalls.act(idVacationPlanReservation, 'cancel', { version })}
      said={words?.said ?? vacationTexts.cancelled}
      onDone={() => {}}
      onClose={() => {
        onClose();
        void vacationAnew(client);
      }}
    />
  );
}
