import { TextInput } from '@mantine/core';
import { IconCalendar, IconMapPin, IconRepeat } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import hidden from '@/components/spoken.module.css';
import { clockAt } from '@/lib/zone.ts';
import { quickTexts as texts } from '@/texts/calendarQuick.ts';
import classes from '../editor/editor.module.css';
import type { EventForm } from '../editor/form.ts';
import { linedBy, relined } from '../editor/lined.ts';
import { LINE_MOST } from '../making/line.ts';
import { repeatWords, ruleOf } from '../repeat.ts';
import { formWhen } from '../words.ts';

type QuickLineProps = {
  form: EventForm;
  /** An hour was pointed at. */
  atHour: boolean;
  onFill: (patch: Partial<EventForm>) => void;
  /** Enter: what was understood is looked at, and not saved yet. */
  onDone: () => void;
};

/** One line that fills a form; what was understood is told and shown, and stays changeable below. */
export function QuickLine({ form, atHour, onFill, onDone }: QuickLineProps) {
  const [line, setLine] = useState('');
  const [began] = useState(form);
  const [filled, setFilled] = useState<Pick<EventForm, keyof ReturnType<typeof linedBy>>>(form);

  function onLine(text: string) {
    const after = linedBy(text, began, clockAt(Date.now(), form.timeZone), atHour);
    onFill(relined(form, filled, after));
    setFilled(after);
    setLine(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || line.trim() === '') return;
    event.preventDefault();
    onDone();
  }

  return (
    <>
      <TextInput
        label={texts.label}
        placeholder={texts.example}
        maxLength={LINE_MOST}
        autoComplete="off"
        autoFocus
        value={line}
        onChange={({ currentTarget }) => onLine(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div role="status" className={classes.understood}>
        {line.trim() !== '' && <Understood form={form} />}
      </div>
    </>
  );
}

function Understood({ form }: { form: EventForm }) {
  const rule = ruleOf(form.repeat, form.startDate);
  return (
    <>
      <span className={hidden.spoken}>
        {texts.understood} {form.title}.{' '}
      </span>
      <span className={classes.chip}>
        <IconCalendar size={14} stroke={2} aria-hidden="true" />
        {formWhen(form)}
      </span>
      {form.placeName && (
        <span className={classes.chip}>
          <IconMapPin size={14} stroke={2} aria-hidden="true" />
          {form.placeName}
        </span>
      )}
      {rule && (
        <span className={classes.chip}>
          <IconRepeat size={14} stroke={2} aria-hidden="true" />
          {repeatWords(rule, form.startDate, form.timeZone)}
        </span>
      )}
    </>
  );
}
