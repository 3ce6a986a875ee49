import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { ago } from '@/lib/dates.ts';
import { todayHere } from '@/lib/zone.ts';
import { taskPageTexts as texts } from '@/texts/tasksPage.ts';
import { historyQuery } from '../api.ts';
import { changeWords } from '../history.ts';
import type { HistoryEntry } from '../types.ts';
import classes from './page.module.css';
import common from './tasks.module.css';

/** Who has changed what, the newest first; asked for when somebody unfolds it. `version`: once it has another, there is more. */
export function HistoryOf({ idTask, version }: { idTask: number; version: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={common.folded}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{texts.history}</summary>
      <div>{open && <Entries key={version} idTask={idTask} />}</div>
    </details>
  );
}

function Entries({ idTask }: { idTask: number }) {
  const query = useInfiniteQuery(historyQuery(idTask));
  return (
    <PagedList
      query={query}
      items={query.data?.pages.flatMap(({ content }) => content) ?? []}
      keyOf={(entry) => `${entry.version}/${entry.at}`}
      row={(entry) => <Entry entry={entry} />}
      label={texts.history}
      className={classes.lines}
      empty={<p className={common.faint}>{texts.noHistory}</p>}
    />
  );
}

function Entry({ entry: { by, at, changes } }: { entry: HistoryEntry }) {
  const today = todayHere();
  const words = changes.map((change) => changeWords(change, today)).join(', ');
  return (
    <p className={classes.entry}>
      <b>{by.displayName}</b> {words}{' '}
      <span className={common.faint}>{ago(new Date(at).toISOString())}</span>
    </p>
  );
}
