import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { shortDate } from '@/lib/dates.ts';
import { lunchEditTexts, lunchImportTexts as texts } from '@/texts/lunch.ts';
import { lunchCalls, lunchKey } from '../api.ts';
import type { ImportedDays } from '../types.ts';
import { checkMenuFile } from '../week.ts';
import { Served } from './DayMenu.tsx';
import classes from './lunch.module.css';

const SAID_FOR = 5_000;

/** A file with a menu: read, looked at, and then saved. */
export default function ImportDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const [chosen, setChosen] = useState<Blob | null>(null);
  const [key, setKey] = useState('');
  const failed = (error: unknown) => setProblems(wordsOf(error));

  const read = useMutation({
    mutationFn: (file: Blob) => lunchCalls.preview(id, file),
    onSuccess: () => setKey(crypto.randomUUID()),
    onError: failed,
  });
  const save = useMutation({
    mutationFn: ({ days }: ImportedDays) =>
      lunchCalls.save(
        id,
        days.map(({ date, dishes, note, version }) => ({ date, dishes, note, version })),
        key,
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: lunchKey });
      toast({ type: 'success', message: lunchEditTexts.saved, duration: SAID_FOR });
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'MOVED_ON' || !chosen)
        return failed(error);
      // What stands now is looked at before it is replaced.
      setProblems([texts.moved]);
      read.mutate(chosen);
    },
  });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // The same file can be chosen again once it is mended.
    event.currentTarget.value = '';
    if (!file) return;
    read.reset();
    const wrong = checkMenuFile(file);
    setProblems(wrong ? [texts[wrong]] : []);
    if (wrong) return;
    const blob = new Blob([file], { type: 'text/csv' });
    setChosen(blob);
    read.mutate(blob);
  }

  const found = read.data;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      <figure className={classes.example}>
        <figcaption>{texts.exampleLabel}</figcaption>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is scrolled by key as well */}
        <pre tabIndex={0}>{texts.example}</pre>
      </figure>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv"
        aria-label={texts.choose}
        onChange={choose}
      />
      <div>
        <Button
          data-autofocus
          leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
          variant={found ? 'default' : 'filled'}
          loading={read.isPending}
          onClick={() => input.current?.click()}
        >
          {found ? texts.another : texts.choose}
        </Button>
      </div>
      <p className={classes.faint} role="status">
        {read.isPending ? texts.reading : found && texts.found(found.days.length)}
      </p>
      {problems.length > 0 && (
        <div className={classes.mistakes} role="alert">
          {problems.length > 1 && <p>{texts.mistakes}</p>}
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {found && <Preview found={found} />}
      {found && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {lunchEditTexts.cancel}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate(found)}>
            {texts.save(found.days.length)}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Preview({ found: { days, replaced } }: { found: ImportedDays }) {
  return (
    <table className={classes.table}>
      <caption>{texts.preview}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.date}</th>
          <th scope="col">{texts.menu}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <th scope="row">
              {shortDate(day.date)}
              {replaced.includes(day.date) && (
                <span className={classes.replaces}>{texts.replaces}</span>
              )}
            </th>
            <td>
              <Served day={day} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All mistakes of a file, each once. */
function wordsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.errors.length === 0) return [messageOf(error)];
  return [...new Set(error.errors.map(({ message }) => message))];
}
