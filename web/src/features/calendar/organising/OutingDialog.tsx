import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { todayHere } from '@/lib/zone.ts';
import { privateOfEntity, visibilityTexts } from '@/texts/calendar.ts';
import { outingTexts as texts } from '@/texts/organising.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { calendarCalls, calendarKey } from '../api.ts';
import { draftOf } from '../editor/form.ts';
import type { Calendar, CalendarEvent } from '../types.ts';
import classes from './organising.module.css';
import {
  blankOuting,
  eventFormOf,
  inOrder,
  OPTIONAL,
  type OptionalQuestion,
  type OutingForm,
  wrongOuting,
} from './outings.ts';

const TITLE = 200;
const PLACE = 200;
const TEXT = 4_000;

/** They are all an organisation's. */
const seenBy = ({ visibility }: Calendar) =>
  (visibility === 'PRIVATE' ? privateOfEntity : visibilityTexts[visibility]).label;

type OutingDialogProps = {
  /** Those in which one writes. */
  calendars: readonly Calendar[];
  onMade: (event: CalendarEvent) => void;
  onClose: () => void;
};

/** An outing in few fields: an event, and what its guardians are asked. */
export default function OutingDialog({ calendars: all, onMade, onClose }: OutingDialogProps) {
  const client = useQueryClient();
  const calendars = inOrder(all);
  const [form, setForm] = useState(() => blankOuting(calendars[0]?.calendarUUID ?? ''));
  const change = (patch: Partial<OutingForm>) => setForm((held) => ({ ...held, ...patch }));
  const chosen = calendars.find((one) => one.calendarUUID === form.calendarUUID) ?? calendars[0];
  const { submit, pending, message, fieldError } = useSubmit<CalendarEvent>({
    check: () => wrongOuting(form, todayHere()),
    send: (_, key) => {
      if (!chosen) throw new Error('there is no calendar to write in');
      return calendarCalls.createEvent(draftOf(eventFormOf(form, chosen, new Date())), key);
    },
    done: async (event) => {
      await client.invalidateQueries({ queryKey: calendarKey });
      toast({ type: 'success', message: texts.made });
      onMade(event);
    },
  });
  const asks = (one: OptionalQuestion, on: boolean) =>
    change({ asked: on ? [...form.asked, one] : form.asked.filter((other) => other !== one) });
  const time = (name: 'from' | 'to') => ({
    name,
    label: texts[name],
    value: form[name],
    error: fieldError(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <Dialog title={texts.make} wide onClose={onClose}>
      <form className={classes.section} onSubmit={submit} noValidate>
        <FormAlert message={message} />
        <TextInput
          name="title"
          label={texts.name}
          description={texts.nameHint}
          maxLength={TITLE}
          value={form.title}
          error={fieldError('title')}
          data-autofocus
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <NativeSelect
          label={texts.calendar}
          description={chosen && texts.seenBy(seenBy(chosen))}
          value={form.calendarUUID}
          data={calendars.map(({ calendarUUID, name }) => ({ value: calendarUUID, label: name }))}
          onChange={({ currentTarget }) => change({ calendarUUID: currentTarget.value })}
        />
        <div className={classes.pair}>
          <DateField
            name="date"
            label={texts.date}
            defaultValue={form.date}
            error={fieldError('date')}
            onChange={(date) => change({ date: date ?? '' })}
          />
          <TimeField {...time('from')} />
          <TimeField {...time('to')} />
        </div>
        <div className={classes.pair}>
          <TextInput
            name="place"
            label={texts.place}
            maxLength={PLACE}
            value={form.place}
            onChange={({ currentTarget }) => change({ place: currentTarget.value })}
          />
          <DateField
            name="deadline"
            label={texts.deadline}
            defaultValue={form.deadline}
            error={fieldError('deadline')}
            onChange={(deadline) => change({ deadline: deadline ?? '' })}
          />
        </div>
        <Textarea
          name="description"
          label={texts.text}
          description={texts.textHint}
          rows={3}
          maxLength={TEXT}
          value={form.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <fieldset className={classes.checks}>
          <legend>{texts.questions}</legend>
          <p className={classes.faint}>{texts.always}</p>
          {OPTIONAL.map((one) => (
            <label key={one} className={classes.check}>
              <input
                type="checkbox"
                checked={form.asked.includes(one)}
                onChange={({ currentTarget }) => asks(one, currentTarget.checked)}
              />
              {texts[one]}
            </label>
          ))}
        </fieldset>
        <div className={classes.actions}>
          <Button type="submit" loading={pending}>
            {texts.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {dialogTexts.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
