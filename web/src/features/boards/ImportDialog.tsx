import { Button, NativeSelect } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import type { Membership } from '@/api/types.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { boardImportTexts as texts } from '@/texts/boardFiles.ts';
import { boardListKey } from './api.ts';
import classes from './components/import.module.css';
import {
  type BoardPreview,
  importCalls,
  importQuery,
  isOver,
  MOST_BYTES,
  type NotTaken,
} from './files.ts';
import { boardPath } from './paths.ts';

type ImportDialogProps = {
  /** For which one may import. */
  organisations: readonly Membership[];
  onClose: () => void;
};

/** A file is chosen, looked at, and then taken; how far that is, is shown. */
export default function ImportDialog({ organisations, onClose }: ImportDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [owner, setOwner] = useState<number | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const [key, setKey] = useState('');
  const failed = (error: unknown) => setProblem(wordsOf(error));

  const read = useMutation({
    mutationFn: ({ chosen, of }: { chosen: File; of: number | null }) =>
      importCalls.preview(plain(chosen), of),
    onSuccess: () => setKey(crypto.randomUUID()),
    onError: failed,
  });
  const begin = useMutation({
    mutationFn: (chosen: File) => importCalls.begin(plain(chosen), owner, key),
    onError: failed,
  });

  function look(chosen: File, of: number | null) {
    read.reset();
    setProblem('');
    read.mutate({ chosen, of });
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.currentTarget.files?.[0];
    // The same file can be chosen again once it is mended.
    event.currentTarget.value = '';
    if (!chosen) return;
    setFile(chosen);
    if (chosen.size > MOST_BYTES) {
      read.reset();
      setProblem(texts.tooLarge);
    } else look(chosen, owner);
  }

  function give(of: number | null) {
    setOwner(of);
    // Whom it names depends on whose it becomes.
    if (file && read.data) look(file, of);
  }

  if (begin.data) return <Running idImport={begin.data.idImport} onClose={onClose} />;
  const found = read.data;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.body}>
        <p>{texts.text}</p>
        {organisations.length > 0 && (
          <NativeSelect
            label={texts.owner}
            value={owner ?? ''}
            disabled={begin.isPending}
            data={[
              { value: '', label: texts.own },
              ...organisations.map(({ idEntity, entityName }) => ({
                value: String(idEntity),
                label: entityName,
              })),
            ]}
            onChange={({ currentTarget }) => give(Number(currentTarget.value) || null)}
          />
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,.xlsx,.csv,application/json,text/csv"
          aria-label={texts.choose}
          onChange={choose}
        />
        <div>
          <Button
            data-autofocus
            leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
            variant={found ? 'default' : 'filled'}
            loading={read.isPending}
            disabled={begin.isPending}
            onClick={() => input.current?.click()}
          >
            {found ? texts.another : texts.choose}
          </Button>
        </div>
        <p className={classes.faint} role="status">
          {read.isPending && texts.reading}
        </p>
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {found && <Preview found={found} />}
        {found && file && (
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button
              loading={begin.isPending}
              onClick={() => {
                setProblem('');
                begin.mutate(file);
              }}
            >
              {texts.start}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ found }: { found: BoardPreview }) {
  const { source, txName, lists, cards, checklistItems, labels, people, notTaken } = found;
  const known = people.filter(({ idUser }) => idUser != null);
  return (
    <div className={classes.preview}>
      <h3 dir="auto">{txName}</h3>
      <p className={classes.faint}>
        {[
          texts.sources[source],
          texts.found(cards, lists.length),
          checklistItems > 0 && texts.items(checklistItems),
          labels.length > 0 && texts.labels(labels.length),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {cards === 0 && <p>{texts.empty}</p>}
      <section>
        <h4>{texts.lists}</h4>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by key as well */}
        <ul className={classes.lists} aria-label={texts.lists} tabIndex={0}>
          {lists.map((list, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lists of a file may bear the same name
            <li key={at}>
              <span dir="auto">{list.txName}</span>
              <span className={classes.faint}>{texts.cards(list.cards)}</span>
            </li>
          ))}
        </ul>
      </section>
      {known.length > 0 && (
        <p>
          {texts.people}: {known.map(({ name }) => name).join(', ')}
        </p>
      )}
      <Lost all={notTaken} />
    </div>
  );
}

/** What does not come with, and why. */
function Lost({ all }: { all: readonly NotTaken[] }) {
  if (all.length === 0) return null;
  return (
    <section>
      <h4>{texts.notTaken}</h4>
      <ul className={classes.lost} aria-label={texts.notTaken}>
        {all.map(({ what, count, why }) => (
          <li key={`${what} ${why}`}>
            <strong>
              {what} ({count})
            </strong>{' '}
            <span className={classes.faint}>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far an import is; at its end the way to the board. */
function Running({ idImport, onClose }: { idImport: number; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery(importQuery(idImport));
  const isDone = data?.status === 'DONE';
  const ended = data !== undefined && isOver(data);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: boardListKey });
  }, [ended, client]);
  const [done, total] = [data?.done ?? 0, data?.total ?? 0];
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.body}>
        <p role="status" className={classes.said}>
          {isDone ? texts.done : ended ? texts.failed : texts.running}
        </p>
        {!ended && (
          <>
            <progress
              className={classes.progress}
              aria-label={texts.running}
              max={Math.max(total, 1)}
              value={done}
            />
            <p className={classes.faint}>
              {data && texts.progress(done, total)} {texts.mayClose}
            </p>
          </>
        )}
        {error && !data && (
          <p className={classes.problem} role="alert">
            {messageOf(error)}
          </p>
        )}
        {data?.status === 'FAILED' && (
          <p className={classes.problem} role="alert">
            {texts.codes[data.code ?? ''] ?? ''} {texts.again}
          </p>
        )}
        {ended && <Lost all={data.notTaken} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          {isDone && data.idBoard != null && (
            <Button component={Link} to={boardPath(data.idBoard)} data-autofocus>
              {texts.toBoard}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The content alone: what it is, the server recognises. */
const plain = (file: File): Blob => new Blob([file], { type: 'application/octet-stream' });

/** What is wrong with the file, in the words of whoever read it. */
function wordsOf(error: unknown): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  return first?.message ?? messageOf(error);
}
