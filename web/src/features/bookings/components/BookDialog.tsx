import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { textOf, useSubmit } from '@/hooks/useSubmit.ts';
import { bookTexts as texts } from '@/texts/bookings.ts';
import { seriesTexts } from '@/texts/bookingsSeries.ts';
import {
  bookedAnew,
  bookingCalls,
  freeAnew,
  quoteQuery,
  slotsQuery,
  type TimesOf,
} from '../api.ts';
import { priceWords } from '../money.ts';
import { type Clashes, clashesOf, countOf, MOST, rruleOf } from '../series.ts';
import { dateIn } from '../times.ts';
import type { Booked as Answer, Bookable, BookableGroup, Hold, Slot } from '../types.ts';
import { useHold } from '../useHold.ts';
import { Booked } from './Booked.tsx';
import classes from './bookings.module.css';
import { ClashList } from './ClashList.tsx';
import { EndSelect } from './EndSelect.tsx';
import { HoldLine } from './HoldLine.tsx';
import { NearTimes } from './NearTimes.tsx';
import { Price } from './Price.tsx';
import { answersIn, missingIn, QuestionInputs } from './QuestionInputs.tsx';
import { ONCE, type Repeated, RepeatFields } from './RepeatFields.tsx';

const NOTE = 1_000;

export type BookDialogProps = {
  bookable: Bookable;
  slot: Slot;
  /** What is held already, from the slot's start until then. */
  held?: { hold: Hold; end: string };
  /** Of which any is as good: a series may come to another of them. */
  group?: BookableGroup;
  onClose: () => void;
};

/** Somebody else was there first, or this person's own hold has run out and somebody was there then. */
export const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && ['OVERLAP', 'HOLD_EXPIRED'].includes(error.code);

/** The price as it is by now, of a refusal that says so. */
export function newPriceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'PRICE_CHANGED') return undefined;
  const { price } = error.problem as { price?: unknown };
  return typeof price === 'number' ? price : undefined;
}

/** Price and terms, what is asked, and the button; the time is held meanwhile. */
export default function BookDialog(props: BookDialogProps) {
  const { bookable, slot: first, held, group, onClose } = props;
  const client = useQueryClient();
  const { idBookable, name, requiresApproval, questions, maxParticipants } = bookable;
  const of: TimesOf = { kind: 'bookables', id: idBookable };
  const [{ slot, end }, setChosen] = useState({ slot: first, end: held?.end ?? first.end });
  const [customer, setCustomer] = useState<number>();
  const [changed, setChanged] = useState<number>();
  const [lost, setLost] = useState(false);
  const [booked, setBooked] = useState<Answer | null>(null);
  const [repeated, setRepeated] = useState<Repeated>(ONCE);
  const [clashes, setClashes] = useState<Clashes>();
  const [skips, setSkips] = useState(false);
  const span = { start: slot.start, end };
  const { hold, error, keep, settled } = useHold(of, booked ? null : span, held?.hold);
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const asked = { idBookable, ...span, ...(customer && { idEntity: customer }) };
  const quote = useQuery(quoteQuery(asked));
  const known = quote.isPlaceholderData ? undefined : quote.data;
  const one = known?.price ?? (customer ? undefined : hold?.price);
  const date = dateIn(slot.start);
  const count = countOf(date, repeated.repeat, repeated.until);
  const booking = count - (skips ? (clashes?.conflicts.length ?? 0) : 0);
  const price = changed ?? (one === undefined ? undefined : one * booking);
  const rrule = rruleOf(repeated.repeat, count);
  const isLost = lost || isTaken(error);

  function choose(next: { slot: Slot; end: string }) {
    setChosen(next);
    setChanged(undefined);
    setLost(false);
    repeat({ ...repeated });
  }

  function repeat(next: Repeated) {
    setRepeated(next);
    setClashes(undefined);
    setSkips(false);
    setChanged(undefined);
  }

  const form = useSubmit<Answer | null>({
    check: (values) => ({
      ...missingIn(values, questions),
      participants: isWithin(textOf(values, 'participants'), maxParticipants)
        ? undefined
        : texts.number(maxParticipants),
      until: count > 0 ? undefined : seriesTexts.untilError(MOST),
    }),
    send: async (values, key) => {
      const participants = Number(textOf(values, 'participants'));
      const kept = await settled();
      const draft = {
        ...asked,
        ...(kept && { holdId: kept.holdId }),
        ...(participants > 0 && { participants }),
        answers: answersIn(values, questions),
        note: textOf(values, 'note'),
        ...(price !== undefined && { expectedPrice: price }),
        ...(rrule && { rrule, skipConflicts: skips }),
      };
      try {
        return await bookingCalls.book(draft, key);
      } catch (refused) {
        // Where the one that is held is not free every time, another of its group may be.
        if (group && rrule && !skips && clashesOf(refused)) {
          const { holdId: _, idBookable: __, ...rest } = draft;
          const other = await bookingCalls
            .book({ ...rest, idGroup: group.idGroup }, `${key}-group`)
            .catch(() => null);
          if (other) return other;
        }
        const now = newPriceOf(refused);
        const found = clashesOf(refused);
        if (now !== undefined) setChanged(now);
        else if (found) {
          setClashes(found);
          setSkips(false);
        } else if (isTaken(refused)) {
          setLost(true);
          await freeAnew(client);
        } else throw refused;
        return null;
      }
    },
    done: async (result) => {
      if (!result) return;
      const [made] = 'booked' in result ? result.booked : [result];
      // What is booked instead of what was held gives that back.
      if (made?.idBookable === idBookable) keep();
      setBooked(result);
      await bookedAnew(client);
    },
  });

  if (booked) return <Booked answer={booked} onClose={onClose} />;
  // Belonging to it is needed to book in its name; following it is not enough.
  const customers = organisations.filter(({ txRelationType }) => txRelationType !== 'FOLLOWER');
  const holdProblem = error && !isTaken(error) ? messageOf(error) : null;
  return (
    <Dialog title={texts.title(name)} onClose={onClose}>
      <form className={classes.form} onSubmit={form.submit} noValidate>
        {/* The same words are another booking where these differ. */}
        <input type="hidden" name="at" value={slot.start} />
        <input
          type="hidden"
          name="asked"
          value={`${end} ${price ?? ''} ${hold?.holdId ?? ''} ${rrule ?? ''} ${skips}`}
        />
        <EndSelect
          bookable={bookable}
          slot={slot}
          end={end}
          error={form.fieldError('end') ?? form.fieldError('start')}
          onChange={(chosen) => choose({ slot, end: chosen })}
        />
        {isLost ? (
          <NearTimes
            query={slotsQuery(of, date)}
            lengths={bookable}
            wanted={span}
            onChoose={(near, until) => choose({ slot: near, end: until })}
          />
        ) : (
          <HoldLine hold={hold} />
        )}
        <RepeatFields
          {...repeated}
          date={date}
          price={one}
          error={form.fieldError('until') ?? form.fieldError('rrule')}
          onChange={repeat}
        />
        {group && rrule && <p className={classes.faint}>{seriesTexts.ofGroup(name)}</p>}
        {clashes && (
          <ClashList
            clashes={clashes}
            count={count}
            pending={form.pending}
            onSkip={() => flushSync(() => setSkips(true))}
          />
        )}
        <Price quote={known} price={rrule ? one : price} pending={quote.isFetching} />
        {customers.length > 0 && (
          <NativeSelect
            name="idEntity"
            label={texts.for}
            value={String(customer ?? '')}
            data={[
              { value: '', label: texts.me },
              ...customers.map(({ idEntity, entityName }) => ({
                value: String(idEntity),
                label: entityName,
              })),
            ]}
            onChange={({ currentTarget }) => {
              setCustomer(Number(currentTarget.value) || undefined);
              setChanged(undefined);
            }}
          />
        )}
        {maxParticipants > 0 && (
          <TextInput
            name="participants"
            label={texts.participants}
            description={texts.participantsHint(maxParticipants)}
            inputMode="numeric"
            autoComplete="off"
            error={form.fieldError('participants')}
          />
        )}
        <QuestionInputs
          questions={questions}
          field={(field) => ({ name: field, error: form.fieldError(field) })}
        />
        <Textarea
          name="note"
          label={texts.note}
          description={texts.noteHint}
          rows={2}
          maxLength={NOTE}
          error={form.fieldError('note')}
        />
        <FormAlert
          message={
            changed === undefined
              ? (form.message ?? holdProblem)
              : texts.newPrice(priceWords(changed))
          }
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.pending} disabled={isLost || clashes !== undefined}>
            {changed === undefined ? (requiresApproval ? texts.request : texts.book) : texts.again}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const isWithin = (text: string, most: number) =>
  text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most);
