import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { Toggle } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { talksTexts as texts } from '@/texts/bookingsStarts.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { makeTalks, settingsAnew } from '../api.ts';
import { AddButton, put, RemoveButton, without } from '../components/fieldTools.tsx';
import classes from '../components/manage.module.css';
import { todayHere } from '../times.ts';
import {
  blankDay,
  blankTalks,
  countOf,
  draftOf,
  hoursOf,
  LENGTHS,
  MOST_DAYS,
  NOTICES,
  PAUSES,
  type TalkDay,
  wrongTalks,
} from './talks.ts';

const NAME = 60;
const PLACE = 200;

type TalksDialogProps = { idEntity: number; onClose: () => void };

/** A series of times with a teacher, on some days. */
export default function TalksDialog({ idEntity, onClose }: TalksDialogProps) {
  const client = useQueryClient();
  const [form, setForm] = useState(blankTalks);
  const change = (patch: Partial<typeof form>) => setForm((held) => ({ ...held, ...patch }));
  const whole = (values: FormData) => ({
    ...form,
    whoMayBook: values.getAll('whoMayBook').map(String),
  });
  const { submit, pending, message, fieldError } = useSubmit({
    check: (values) => wrongTalks(whole(values), todayHere()),
    send: (values, key) => {
      const wanted = whole(values);
      return makeTalks(draftOf(wanted, idEntity), (version) => hoursOf(wanted.days, version), key);
    },
    done: async () => {
      await settingsAnew(client);
      toast({ type: 'success', message: texts.made });
      onClose();
    },
  });
  const setDay = (n: number, patch: Partial<TalkDay>) => change({ days: put(form.days, n, patch) });
  const minutes = (all: readonly string[]) =>
    all.map((value) => ({ value, label: value === '0' ? texts.noPause : texts.minutes(value) }));
  return (
    <Dialog title={texts.make} wide onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormAlert message={message} />
        <div className={classes.pair}>
          <TextInput
            name="who"
            label={texts.who}
            description={texts.whoHint}
            maxLength={NAME}
            value={form.who}
            error={fieldError('who')}
            data-autofocus
            onChange={({ currentTarget }) => change({ who: currentTarget.value })}
          />
          <TextInput
            name="place"
            label={texts.place}
            description={texts.placeHint}
            maxLength={PLACE}
            value={form.place}
            error={fieldError('place')}
            onChange={({ currentTarget }) => change({ place: currentTarget.value })}
          />
        </div>
        <fieldset className={classes.part}>
          <legend>{texts.days}</legend>
          {form.days.map((day, n) => (
            <fieldset key={day.key} className={classes.group}>
              <legend>{texts.day(n + 1)}</legend>
              <div className={classes.pair}>
                <DateField
                  name={`days[${n}].date`}
                  label={texts.date}
                  defaultValue={day.date}
                  error={fieldError(`days[${n}].date`)}
                  onChange={(date) => setDay(n, { date: date ?? '' })}
                />
                <TimeField
                  name={`days[${n}].start`}
                  label={texts.from}
                  value={day.start}
                  error={fieldError(`days[${n}].start`)}
                  onChange={({ currentTarget }) => setDay(n, { start: currentTarget.value })}
                />
                <TimeField
                  name={`days[${n}].end`}
                  label={texts.to}
                  value={day.end}
                  error={fieldError(`days[${n}].end`)}
                  onChange={({ currentTarget }) => setDay(n, { end: currentTarget.value })}
                />
              </div>
              {form.days.length > 1 && (
                <RemoveButton
                  label={texts.removeDay(n + 1)}
                  onClick={() => change({ days: without(form.days, n) })}
                />
              )}
            </fieldset>
          ))}
          {form.days.length < MOST_DAYS && (
            <AddButton
              label={texts.addDay}
              onClick={() => change({ days: [...form.days, blankDay()] })}
            />
          )}
        </fieldset>
        <div className={classes.pair}>
          <NativeSelect
            label={texts.length}
            data={minutes(LENGTHS)}
            value={form.length}
            onChange={({ currentTarget }) => change({ length: currentTarget.value })}
          />
          <NativeSelect
            label={texts.pause}
            data={minutes(PAUSES)}
            value={form.pause}
            onChange={({ currentTarget }) => change({ pause: currentTarget.value })}
          />
          <NativeSelect
            label={texts.notice}
            data={NOTICES.map((value) => ({ value, label: texts.notices[value] ?? value }))}
            value={form.noticeHours}
            onChange={({ currentTarget }) => change({ noticeHours: currentTarget.value })}
          />
        </div>
        <p role="status">{texts.comesTo(countOf(form))}</p>
        <RelationTypesField
          name="whoMayBook"
          label={texts.bookers}
          hint={texts.bookersHint}
          chosen={form.whoMayBook}
          error={fieldError('whoMayBook')}
        />
        <Toggle
          label={texts.onlyOne}
          hint={texts.onlyOneHint}
          checked={form.onlyOne}
          onChange={(onlyOne) => change({ onlyOne })}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {dialogTexts.cancel}
          </Button>
          <Button type="submit" loading={pending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
