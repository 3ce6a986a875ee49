import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { bookTexts } from '@/texts/bookings.ts';
import { groupTexts as texts } from '@/texts/bookingsGroups.ts';
import { bookableQuery, slotsQuery, type TimesOf } from '../api.ts';
import { dateIn, SHORTEST, whenOf } from '../times.ts';
import type { Bookable, BookableGroup, Slot } from '../types.ts';
import { useHold } from '../useHold.ts';
import BookDialog, { isTaken } from './BookDialog.tsx';
import classes from './bookings.module.css';
import { NearTimes } from './NearTimes.tsx';

type BookAnyProps = {
  group: BookableGroup;
  bookables: readonly Bookable[];
  slot: Slot;
  onClose: () => void;
};

/** A time of a group: held in the first of its bookables that is free, and booked there by that one's own dialog. */
export function BookAny({ group, bookables, slot: first, onClose }: BookAnyProps) {
  const [slot, setSlot] = useState(first);
  const { start, end } = slot;
  const of: TimesOf = { kind: 'bookable-groups', id: group.idGroup };
  const { hold, error, keep } = useHold(of, slot);
  const id = hold?.idBookable ?? 0;
  const known = bookables.find(({ idBookable }) => idBookable === id);
  const asked = useQuery({ ...bookableQuery(id), enabled: hold !== null && !known });
  const bookable = known ?? asked.data;
  // How long that one is free is its own, not the group's.
  const own = useQuery({
    ...slotsQuery({ kind: 'bookables', id }, dateIn(start), hold?.holdId),
    enabled: hold !== null,
  });
  const isReady = bookable !== undefined && !own.isPending;
  // From then on the dialog gives back what is held.
  useEffect(() => {
    if (isReady) keep();
  }, [isReady, keep]);
  if (hold && isReady) {
    const times = own.data?.content.find((one) => one.start === start);
    return (
      <BookDialog
        bookable={bookable}
        slot={times?.free ? times : { ...slot, latest: end }}
        held={{ hold, end }}
        group={group}
        onClose={onClose}
      />
    );
  }
  const problem = error ?? asked.error;
  return (
    <Dialog title={bookTexts.title(group.name)} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.when}>{whenOf(slot)}</p>
        <p className={classes.faint} role="status">
          {!problem && texts.finding}
        </p>
        {isTaken(error) && (
          <NearTimes
            query={slotsQuery(of, dateIn(start))}
            lengths={SHORTEST}
            wanted={slot}
            onChoose={setSlot}
          />
        )}
        <FormAlert message={problem && !isTaken(error) ? messageOf(problem) : null} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {bookTexts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
