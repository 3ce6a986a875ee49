import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { vacationTexts } from '@/texts/vacation.ts';
import { applicationTexts as texts } from '@/texts/vacationManage.ts';
import { vacationAnew, vacationCalls } from '../api.ts';
import { spanWords } from '../days.ts';
import type { Group, Reservation } from '../types.ts';
import { useAct } from '../useAct.ts';
import { Cancelling } from './ReservationCard.tsx';
import classes from './vacation.module.css';
import { Warnings } from './Warnings.tsx';

const REASON = 500;

type DecideProps = {
  reservation: Reservation;
  groups: readonly Group[];
  /** An approval was given that can be taken back: by cancelling, which is all that leads on from there. */
  onApproved?: (reservation: Reservation) => void;
};

/** What a manager may do with a period of somebody else: as many buttons as the server says. */
export function Decide({ reservation, groups, onApproved }: DecideProps) {
  const { user, flStatus, warnings, abilities } = reservation;
  const { displayName: name } = user;
  const span = spanWords(reservation);
  const act = useAct();
  const [open, setOpen] = useState<'reject' | 'cancel' | null>(null);
  const close = () => setOpen(null);
  const said = (done: Reservation) => ({
    message: texts.approved(name),
    ...(done.abilities.cancel &&
      onApproved && { action: { label: texts.takeBack, run: () => onApproved(done) } }),
  });
  return (
    <>
      {flStatus === 'APPLIED' && <Warnings warnings={warnings} groups={groups} />}
      <div className={classes.acts}>
        {abilities.approve && (
          <Button
            aria-label={texts.approveOf(name, span)}
            loading={act.isPending}
            onClick={() => act.mutate({ reservation, act: 'approve', said })}
          >
            {texts.approve}
          </Button>
        )}
        {abilities.reject && (
          <Button
            variant="default"
            aria-label={texts.rejectOf(name, span)}
            onClick={() => setOpen('reject')}
          >
            {texts.reject}
          </Button>
        )}
        {flStatus !== 'APPLIED' && abilities.cancel && (
          <Button
            variant="default"
            aria-label={vacationTexts.cancelOf(span)}
            onClick={() => setOpen('cancel')}
          >
            {vacationTexts.cancel}
          </Button>
        )}
      </div>
      {open === 'reject' && <RejectDialog reservation={reservation} onClose={close} />}
      {open === 'cancel' && flStatus === 'APPROVED' && (
        <TakingBack reservation={reservation} onClose={close} />
      )}
      {open === 'cancel' && flStatus !== 'APPROVED' && (
        <Cancelling reservation={reservation} onClose={close} />
      )}
    </>
  );
}

type DialogProps = { reservation: Reservation; onClose: () => void };

function RejectDialog({ reservation, onClose }: DialogProps) {
  const client = useQueryClient();
  const { idVacationPlanReservation: id, version, user } = reservation;
  return (
    <Dialog title={texts.rejectTitle(user.displayName)} onClose={onClose}>
      <p className={classes.what}>{spanWords(reservation)}</p>
      <Form
        submit={texts.reject}
        onCancel={onClose}
        check={(values) => ({
          reason: textOf(values, 'reason') ? undefined : texts.reasonMissing,
        })}
        send={(values) =>
          vacationCalls.act(id, 'reject', { reason: textOf(values, 'reason'), version })
        }
        done={async () => {
          toast({ type: 'success', message: texts.rejected });
          onClose();
          await vacationAnew(client);
        }}
      >
        {(field) => (
          <Textarea
            label={texts.reason}
            description={texts.reasonHint}
            rows={3}
            maxLength={REASON}
            {...field('reason')}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** What was approved is no application again: it is cancelled, and the person applies anew. */
export function TakingBack({ reservation, onClose }: DialogProps) {
  return (
    <Cancelling
      reservation={reservation}
      onClose={onClose}
      words={{
        title: texts.takeBackTitle,
        text: texts.takeBackText(reservation.user.displayName, spanWords(reservation)),
        action: vacationTexts.cancel,
        said: texts.takenBack,
      }}
    />
  );
}
