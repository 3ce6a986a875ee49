import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { importTexts as texts } from '@/texts/subscribe.ts';
import { calendarKey } from '../api.ts';
import { writes } from '../calendars.ts';
import { useGroups } from '../useCalendar.ts';
import { feedCalls, type ImportedEvents, type Skipped } from './feeds.ts';
import classes from './subscribe.module.css';

const MOST_BYTES = 10 * 1024 * 1024;
const SHOWN = 50;

const fileOf = (values: FormData): File | null => {
  const file = values.get('file');
  return file instanceof File && file.size > 0 ? file : null;
};

function wrongWith(file: File | null): string | undefined {
  if (!file) return texts.choose;
  return file.size > MOST_BYTES ? texts.tooLarge : undefined;
}

/** The events of a file into a calendar, and what became of them. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { groups } = useGroups();
  const [report, setReport] = useState<ImportedEvents | null>(null);
  const id = useId();
  const targets = groups
    .map(({ name, calendars }) => ({
      group: name,
      items: calendars
        .filter(writes)
        .map(({ calendarUUID, name: label }) => ({ value: calendarUUID, label })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {report ? (
        <Report report={report} />
      ) : targets.length === 0 ? (
        <p>{texts.noCalendar}</p>
      ) : (
        <Form
          submit={texts.send}
          onCancel={onClose}
          check={(values) => ({ file: wrongWith(fileOf(values)) })}
          send={(values) =>
            feedCalls.import(textOf(values, 'calendarUUID'), fileOf(values) ?? new Blob())
          }
          done={(done) => {
            setReport(done);
            void client.invalidateQueries({ queryKey: calendarKey });
          }}
        >
          {(field) => {
            const { error, name } = field('file');
            return (
              <>
                <p>{texts.text}</p>
                <NativeSelect label={texts.to} data={targets} {...field('calendarUUID')} />
                <div className={classes.file}>
                  <label htmlFor={id}>{texts.file}</label>
                  <input
                    id={id}
                    type="file"
                    name={name}
                    accept=".ics,.ical,.ifb,text/calendar"
                    aria-describedby={`${id}-hint`}
                    aria-invalid={error !== undefined}
                  />
                  <span id={`${id}-hint`} className={error ? classes.wrong : classes.faint}>
                    {error ?? texts.fileHint}
                  </span>
                </div>
              </>
            );
          }}
        </Form>
      )}
    </Dialog>
  );
}

function Report({ report }: { report: ImportedEvents }) {
  const { imported, updated, skipped, partly } = report;
  return (
    <div className={classes.stack} role="status">
      <p className={classes.strong}>{texts.imported(imported)}</p>
      {updated > 0 && <p>{texts.updated(updated)}</p>}
      {skipped.length > 0 && <Left title={texts.skipped(skipped.length)} rows={skipped} />}
      {partly.length > 0 && <Left title={texts.partly(partly.length)} rows={partly} />}
    </div>
  );
}

/** What was not taken, and why. */
function Left({ title, rows }: { title: string; rows: Skipped[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className={classes.left}>
        {rows.slice(0, SHOWN).map(({ uid, title: name, message }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may say the same twice
          <li key={`${uid} ${n}`}>
            <strong>{name || texts.untitled}</strong> {message}
          </li>
        ))}
        {rows.length > SHOWN && <li>{texts.more(rows.length - SHOWN)}</li>}
      </ul>
    </section>
  );
}
