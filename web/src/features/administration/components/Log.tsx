// The arrows of a select.
import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import type { Choice } from '@/area/Picker.tsx';
import { EmptyState } from '@/components/states.tsx';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { dateOf } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { clockTime } from '@/lib/times.ts';
import { auditKinds, auditTexts as texts } from '@/texts/administrationLog.ts';
import { auditFile, auditQuery, type LogWanted } from '../api.ts';
import { factsOf, headingOf, wantedIn } from '../log.ts';
import type { Administration, AuditEntry } from '../types.ts';
import classes from './administration.module.css';

const KINDS = [
  { value: '', label: texts.all },
  ...Object.entries(auditKinds).map(([value, label]) => ({ value, label })),
];

/** Who did what, the newest first; whose and what stands in the address. Nothing of it is ever changed. */
export default function Log({ of: { idEntity } }: { of: Administration }) {
  const [params] = useSearchParams();
  const wanted = wantedIn(params);
  const query = useInfiniteQuery(auditQuery(idEntity, wanted));
  const entries = query.data?.pages.flatMap(({ content }) => content) ?? [];
  const isFiltered = wanted.actor !== undefined || wanted.kind !== undefined;
  const actor = entries.find((one) => one.actor?.idUser === wanted.actor)?.actor;
  return (
    <section className={classes.part} aria-labelledby="log">
      <div className={classes.head}>
        <h2 id="log">{texts.title}</h2>
        <Button
          component="a"
          href={auditFile(idEntity, wanted)}
          download
          variant="default"
          aria-describedby="csv-hint"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
        >
          {texts.csv}
        </Button>
      </div>
      <p className={classes.faint}>
        {texts.lead} <span id="csv-hint">{texts.csvHint}</span>
      </p>
      <Filter idEntity={idEntity} wanted={wanted} name={actor?.displayName} />
      <PagedList
        query={query}
        items={entries}
        keyOf={({ idAudit }) => idAudit}
        label={texts.title}
        className={classes.rows}
        row={(entry) => <Entry entry={entry} />}
        empty={
          <EmptyState
            {...(isFiltered ? texts.noMatch : texts.empty)}
            icon={<IconListDetails size={28} stroke={1.5} />}
          />
        }
      />
    </section>
  );
}

type FilterProps = { idEntity: number; wanted: LogWanted; name: string | undefined };

function Filter({ idEntity, wanted: { actor, kind }, name }: FilterProps) {
  const [, setParams] = useSearchParams();
  const set = (change: { actor?: string; kind?: string }) =>
    setParams(
      (held) => {
        const next = new URLSearchParams(held);
        for (const [field, value] of Object.entries(change)) {
          if (value) next.set(field, value);
          else next.delete(field);
        }
        return next;
      },
      { replace: true, state: STAY, preventScrollReset: true },
    );
  const [picked, setPicked] = useState<Choice | null>(null);
  // What clears the field draws it anew, as does a choice made elsewhere: it keeps what is typed itself.
  const [round, setRound] = useState(0);
  const isPicked = picked ? picked.value === String(actor) : actor === undefined;
  const label = (isPicked ? picked?.label : name) ?? texts.somebody;
  return (
    <fieldset className={classes.filter} aria-label={texts.filter}>
      <PersonPicker
        key={isPicked ? round : `${actor} ${label}`}
        idEntity={idEntity}
        label={texts.actor}
        placeholder={texts.anybody}
        {...(actor && { defaultChoice: { value: String(actor), label } })}
        onPick={(choice) => {
          setPicked(choice);
          set({ actor: choice?.value ?? '' });
        }}
      />
      <NativeSelect
        size="md"
        label={texts.kind}
        data={KINDS}
        value={kind ?? ''}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
      />
      {(actor || kind) && (
        <Button
          variant="subtle"
          onClick={() => {
            setPicked(null);
            setRound(round + 1);
            set({ actor: '', kind: '' });
          }}
        >
          {texts.clear}
        </Button>
      )}
    </fieldset>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const [params] = useSearchParams();
  const { created, actor, person, subject } = entry;
  const facts = factsOf(entry);
  // Whoever it was, once more: what else they did.
  const onlyBy = new URLSearchParams(params);
  if (actor?.idUser) onlyBy.set('actor', String(actor.idUser));
  const isOther = person !== null && person.idUser !== actor?.idUser;
  return (
    <article className={classes.entry}>
      <div className={classes.about}>
        <p className={classes.strong}>{headingOf(entry)}</p>
        {isOther && <p dir="auto">{person.displayName}</p>}
        {subject?.name && <p dir="auto">{subject.name}</p>}
        {facts.map((fact) => (
          <p key={fact} className={classes.faint} dir="auto">
            {fact}
          </p>
        ))}
      </div>
      <p className={classes.by}>
        {actor?.idUser ? (
          <Link
            className={classes.name}
            to={`?${onlyBy}`}
            aria-label={texts.onlyBy(actor.displayName)}
            preventScrollReset
          >
            {actor.displayName}
          </Link>
        ) : (
          <span>{actor?.displayName ?? texts.system}</span>
        )}
        <time className={classes.faint} dateTime={created}>
          {dateOf(created)} {clockTime(created)}
        </time>
      </p>
    </article>
  );
}
