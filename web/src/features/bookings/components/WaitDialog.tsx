import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { waitTexts as texts } from '@/texts/bookings.ts';
import { bookingCalls, freeAnew, slotsQuery } from '../api.ts';
import { dateIn, whenOf } from '../times.ts';
import type { Bookable, Slot } from '../types.ts';
import classes from './bookings.module.css';
import { NearChoices } from './NearTimes.tsx';

type WaitDialogProps = {
  bookable: Bookable;
  slot: Slot;
  /** A free time of the same week is taken instead. */
  onChoose: (slot: Slot) => void;
  onClose: () => void;
};

/** What replaces the button that was pressed takes the focus over from it. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

/** A time that is taken: whoever wants it waits for it, and may think better of it. */
export default function WaitDialog({ bookable, slot, onChoose, onClose }: WaitDialogProps) {
  const client = useQueryClient();
  const { idBookable, name } = bookable;
  const join = useMutation({
    mutationFn: () => bookingCalls.wait(idBookable, slot),
    // It may be free by now: then the week shows it.
    onError: () => freeAnew(client),
  });
  const leave = useMutation({
    mutationFn: () => bookingCalls.stopWaiting(idBookable, slot),
    onSuccess: async () => {
      toast({ type: 'success', message: texts.left });
      onClose();
      await freeAnew(client);
    },
  });
  const problem = join.error ?? leave.error;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.when}>{name}</p>
        <p>{whenOf(slot)}</p>
        <p role="status">{join.isSuccess ? texts.joined : texts.how}</p>
        {!join.isSuccess && (
          <NearChoices
            query={slotsQuery({ kind: 'bookables', id: idBookable }, dateIn(slot.start))}
            lengths={bookable}
            wanted={slot}
            onChoose={onChoose}
          />
        )}
        <FormAlert message={problem && messageOf(problem)} />
        <div className={classes.buttons}>
          {join.isSuccess ? (
            <>
              <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
                {texts.leave}
              </Button>
              <Button key="close" ref={focused} onClick={onClose}>
                {texts.close}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                {texts.close}
              </Button>
              <Button data-autofocus loading={join.isPending} onClick={() => join.mutate()}>
                {texts.join}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
