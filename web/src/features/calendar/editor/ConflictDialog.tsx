import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import {
  editorTexts,
  eventTexts,
  conflictTexts as texts,
  visibilityTexts,
} from '@/texts/calendar.ts';
import { enrollmentFieldTexts } from '@/texts/enrollment.ts';
import { repeatTexts } from '@/texts/repeat.ts';
import { repeatWords, ruleOf } from '../repeat.ts';
import classes from './editor.module.css';
import type { EventForm } from './form.ts';

type ConflictDialogProps = {
  mine: EventForm;
  theirs: EventForm;
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
};

const when = (form: EventForm, which: 'start' | 'end') => {
  const date = form[`${which}Date`];
  return form.allDay ? date : `${date} ${form[`${which}Time`]}`;
};

function enrollmentWords(form: EventForm['enrollment']): string {
  if (!form) return '';
  const { capacity, deadlineDate, deadlineTime, maxGuests, waitlistMode } = form;
  const words = enrollmentFieldTexts;
  return [
    `${words.capacity}: ${capacity || words.unlimited}`,
    deadlineDate && `${words.deadlineDate}: ${deadlineDate} ${deadlineTime}`,
    `${words.waitlist}: ${words.waitlistModes[waitlistMode]}`,
    maxGuests > 0 && `${words.maxGuests}: ${maxGuests}`,
    form.requiresApproval && words.requiresApproval,
    ...form.questions.map(({ text, options }) => [text, options.replaceAll('\n', ', ')].join(' ')),
  ]
    .filter(Boolean)
    .join('. ');
}

/** What a form says, field by field, as one reads it. */
const said = (form: EventForm): [label: string, words: string][] => [
  [editorTexts.title, form.title],
  [editorTexts.startDate, when(form, 'start')],
  [editorTexts.endDate, when(form, 'end')],
  [editorTexts.zone, form.timeZone],
  [
    repeatTexts.label,
    repeatWords(ruleOf(form.repeat, form.startDate), form.startDate, form.timeZone),
  ],
  [
    editorTexts.place,
    [form.placeName, form.placeAddress, form.placeLink].filter(Boolean).join(', '),
  ],
  [editorTexts.description, form.description],
  [editorTexts.links, form.links.map(({ url }) => url).join(', ')],
  [enrollmentFieldTexts.label, enrollmentWords(form.enrollment)],
  [editorTexts.visibility, visibilityTexts[form.visibility].label],
  [editorTexts.status, eventTexts.statuses[form.eventStatus]],
];

/** Somebody has changed the same meanwhile: both, and the choice. */
export function ConflictDialog({ mine, theirs, onKeep, onTake, onClose }: ConflictDialogProps) {
  const others = new Map(said(theirs));
  const different = said(mine).filter(([label, words]) => others.get(label) !== words);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{different.length > 0 ? texts.text : texts.nothing}</p>
      {different.length > 0 && (
        <table className={classes.versions}>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.mine}</th>
              <th scope="col">{texts.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {different.map(([label, words]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{words || '–'}</td>
                <td>{others.get(label) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onTake}>
          {texts.takeTheirs}
        </Button>
        <Button onClick={onKeep}>{texts.keepMine}</Button>
      </div>
    </Dialog>
  );
}
