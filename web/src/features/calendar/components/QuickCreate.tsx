import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { DateField, TimeField } from '@/area/DateField.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import { toast } from '@/components/toast.ts';
import { eventTexts, editorTexts as texts } from '@/texts/calendar.ts';
import { firstToWrite } from '../calendars.ts';
import { CalendarSelect } from '../editor/EventFields.tsx';
import classes from '../editor/editor.module.css';
import { type EventForm, newForm, queryOf, withinADay } from '../editor/form.ts';
import { useEditor } from '../editor/useEditor.ts';
import { ME, newEventPath } from '../paths.ts';
import { useGroups } from '../useCalendar.ts';
import { QuickLine } from './QuickLine.tsx';
import type { Wanted } from './view.ts';

type QuickCreateProps = { wanted: Wanted; at: HTMLElement; onClose: () => void };

/** A line, or a title, a time and a place, where one has pointed; everything else is a step further. */
export default function QuickCreate(props: QuickCreateProps) {
  const { query, groups } = useGroups();
  return (
    <Sheet label={texts.quickTitle} anchor={props.at} side="start" onClose={props.onClose}>
      {query.data && <Fields {...props} calendar={firstToWrite(groups)} />}
    </Sheet>
  );
}

type FieldsProps = QuickCreateProps & { calendar: ReturnType<typeof firstToWrite> };

function Fields({ wanted, calendar, onClose }: FieldsProps) {
  const [began] = useState(() => {
    const { day: date, from, to } = wanted;
    const wish = { date, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    return newForm(wish, calendar, new Date());
  });
  const { form, errors, message, pending, element, submit, forget, dates, ...editor } = useEditor({
    what: `quick:${wanted.day}:${wanted.from ?? ''}:${wanted.to ?? ''}`,
    began,
    old: null,
    recurrenceId: null,
    onDone: () => {
      toast({ type: 'success', message: eventTexts.created });
      onClose();
    },
  });
  const save = useRef<HTMLButtonElement>(null);
  // What ends on another day than it begins is so by its line, and its last day is shown.
  const isLong = form.endDate !== withinADay(form, {}).endDate;
  const onChange = (patch: Partial<EventForm>) =>
    editor.onChange(isLong ? patch : withinADay(form, patch));
  return (
    <form ref={element} className={classes.quick} onSubmit={submit} noValidate>
      <h3>{texts.quickTitle}</h3>
      <FormAlert message={message} />
      <QuickLine
        form={form}
        atHour={wanted.from !== undefined}
        onFill={editor.fill}
        onDone={() => save.current?.focus()}
      />
      <TextInput
        label={texts.title}
        name="title"
        maxLength={200}
        value={form.title}
        error={errors.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <CalendarSelect form={form} errors={errors} onChange={onChange} isOld={false} />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={form.allDay}
          onChange={({ currentTarget }) => onChange({ allDay: currentTarget.checked })}
        />
        {texts.allDay}
      </label>
      <DateField
        key={dates}
        name="startDate"
        label={texts.startDate}
        defaultValue={form.startDate}
        error={errors.startDate}
        onChange={(startDate) => startDate && onChange({ startDate })}
      />
      {isLong ? (
        <DateField
          key={`end ${dates}`}
          name="endDate"
          label={texts.endDate}
          defaultValue={form.endDate}
          error={errors.endDate}
          onChange={(endDate) => endDate && onChange({ endDate })}
        />
      ) : (
        <input type="hidden" name="endDate" value={form.endDate} />
      )}
      {!form.allDay && (
        <div className={classes.pair}>
          <TimeField
            name="startTime"
            label={texts.from}
            value={form.startTime}
            error={errors.startTime}
            onChange={({ currentTarget }) => onChange({ startTime: currentTarget.value })}
          />
          <TimeField
            name="endTime"
            label={texts.to}
            value={form.endTime}
            error={errors.endTime ?? errors.endDate}
            onChange={({ currentTarget }) => onChange({ endTime: currentTarget.value })}
          />
        </div>
      )}
      <TextInput
        label={texts.place}
        name="placeName"
        maxLength={200}
        value={form.placeName}
        error={errors.placeName}
        onChange={({ currentTarget }) => onChange({ placeName: currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button ref={save} type="submit" loading={pending}>
          {texts.save}
        </Button>
        <Button
          component={Link}
          to={newEventPath(ME, queryOf(form))}
          variant="default"
          onClick={forget}
        >
          {texts.more}
        </Button>
      </div>
    </form>
  );
}
