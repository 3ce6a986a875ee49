import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { isTime } from '@/area/moments.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { editorTexts, makingTexts as texts } from '@/texts/calendar.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { firstToWrite } from '../calendars.ts';
import { CalendarSelect, seenBy, WhenFields, ZoneField } from '../editor/EventFields.tsx';
import classes from '../editor/editor.module.css';
import type { EventForm } from '../editor/form.ts';
import { useEditor } from '../editor/useEditor.ts';
import type { Calendar, CalendarEvent } from '../types.ts';
import { useGroups } from '../useCalendar.ts';
import { minutesOf, timeAt } from '../zone.ts';
import { begunBy, TITLE_MOST } from './begun.ts';

export type NewEventDialogProps = {
  /** What its draft on this device is called. */
  what: string;
  /** In which title and time are looked for. */
  text: string;
  /** When it is, where that is known. */
  times: { start: string; end: string } | null;
  /** Whose calendars come first. */
  idEntity: number | null;
  onClose: () => void;
  /** Tells of it where the text stands; the dialog stays until that is done, and lets it be tried again. */
  tell: (event: CalendarEvent) => Promise<void>;
};

/** An event made of a text: title and time are what was found in it, and may be changed. */
export default function NewEventDialog(props: NewEventDialogProps) {
  const { query, groups, calendars } = useGroups(props.idEntity);
  const calendar = firstToWrite(groups);
  return (
    <Dialog title={texts.title} onClose={props.onClose}>
      {query.error && !query.data ? (
        <FormAlert message={messageOf(query.error)} />
      ) : query.data ? (
        <Making {...props} calendar={calendar} calendars={calendars} />
      ) : (
        <p role="status">{texts.loading}</p>
      )}
    </Dialog>
  );
}

type MakingProps = NewEventDialogProps & {
  calendar: Calendar | undefined;
  calendars: readonly Calendar[];
};

function Making({ what, text, times, idEntity, calendar, calendars, onClose, tell }: MakingProps) {
  const [began] = useState(() => begunBy(text, times, calendar, Date.now()));
  const [made, setMade] = useState<CalendarEvent | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const telling = useRef(false);
  const [pending, setPending] = useState(false);

  async function share(event: CalendarEvent) {
    if (telling.current) return;
    telling.current = true;
    setMade(event);
    setPending(true);
    try {
      await tell(event);
      onClose();
    } catch (error) {
      setFailed(`${texts.notShared} ${messageOf(error)}`);
    } finally {
      telling.current = false;
      setPending(false);
    }
  }

  const editor = useEditor({
    what,
    began,
    old: null,
    recurrenceId: null,
    onDone: (event) => void share(event),
  });
  const { form, errors, message, element, submit, dates } = editor;

  // The form stands until its card is there: mostly it is at once.
  if (made && failed) {
    return (
      <div className={classes.making}>
        <FormAlert message={failed} />
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            {dialogTexts.close}
          </Button>
          <Button autoFocus loading={pending} onClick={() => void share(made)}>
            {texts.shareAgain}
          </Button>
        </div>
      </div>
    );
  }

  /** What stands empty follows what is written first. */
  function onChange(patch: Partial<EventForm>) {
    const { startDate, startTime } = patch;
    editor.onChange({
      ...patch,
      ...(startDate && !form.endDate && { endDate: startDate }),
      ...(startTime &&
        isTime(startTime) &&
        !form.endTime && { endTime: timeAt(Math.min(minutesOf(startTime) + 60, 1439)) }),
    });
  }

  const seen = seenBy(
    form,
    calendars.find(({ calendarUUID }) => calendarUUID === form.calendarUUID),
  );
  return (
    <form
      ref={element}
      className={classes.making}
      onSubmit={made ? (event) => event.preventDefault() : submit}
      noValidate
    >
      <FormAlert message={message} />
      <TextInput
        label={editorTexts.title}
        name="title"
        maxLength={TITLE_MOST}
        data-autofocus
        autoFocus
        value={form.title}
        error={errors.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <CalendarSelect
        form={form}
        errors={errors}
        onChange={onChange}
        isOld={false}
        first={idEntity}
      />
      <p className={classes.hint}>
        {texts.seenBy(seen.label)} {form.visibility === 'PRIVATE' ? texts.private : seen.hint}
      </p>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={form.allDay}
          onChange={({ currentTarget }) => onChange({ allDay: currentTarget.checked })}
        />
        {editorTexts.allDay}
      </label>
      <WhenFields
        key={`${dates} ${form.endDate === ''}`}
        form={form}
        errors={errors}
        onChange={onChange}
      />
      <ZoneField form={form} errors={errors} onChange={onChange} />
      <p className={classes.hint}>{began.startDate ? texts.found : texts.notFound}</p>
      <div className={classes.dialogButtons}>
        <Button
          variant="default"
          onClick={() => {
            editor.forget();
            onClose();
          }}
        >
          {dialogTexts.cancel}
        </Button>
        <Button type="submit" loading={editor.pending || pending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
