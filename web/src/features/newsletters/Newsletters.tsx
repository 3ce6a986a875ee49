import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { itemsOf } from '@/area/pages.ts';
import { Card } from '@/components/Card.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { fullTime, shortTime } from '@/lib/times.ts';
import { newsletterTexts as texts } from '@/texts/newsletters.ts';
import { sentQuery } from './api.ts';
import Drafts from './Drafts.tsx';
import classes from './newsletters.module.css';
import { newsletterPath } from './paths.ts';
import type { Newsletter } from './types.ts';

const WriteDialog = lazy(() => loadPart(() => import('./WriteDialog.tsx')));

/** What an organisation has sent, and the way to write another. */
export default function Newsletters({ idEntity }: { idEntity: number }) {
  const query = useInfiniteQuery(sentQuery(idEntity));
  // A draft by its number, a new one, or nothing.
  const [writing, setWriting] = useState<number | 'new' | null>(null);
  return (
    <Card
      id="newsletters"
      title={texts.title}
      text={texts.lead}
      action={
        <Button variant="default" onClick={() => setWriting('new')}>
          {texts.write}
        </Button>
      }
    >
      <Drafts idEntity={idEntity} onOpen={setWriting} />
      <PagedList
        query={query}
        items={itemsOf(query.data)}
        keyOf={({ idNewsletter }) => idNewsletter}
        label={texts.sent}
        className={classes.rows}
        rowClassName={classes.row}
        empty={<p className={classes.faint}>{texts.none}</p>}
        row={(one) => <SentRow newsletter={one} />}
      />
      {writing !== null && (
        <Suspense>
          <WriteDialog
            idEntity={idEntity}
            idDraft={writing === 'new' ? null : writing}
            onClose={() => setWriting(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function SentRow({ newsletter }: { newsletter: Newsletter }) {
  const { idEntity, idNewsletter, subject, audience, created, sending } = newsletter;
  return (
    <>
      <Link className={classes.subject} to={newsletterPath(idEntity, idNewsletter)} dir="auto">
        {subject}
      </Link>
      <p className={classes.faint}>
        <time dateTime={created} title={fullTime(created)}>
          {shortTime(created)}
        </time>{' '}
        · {texts.audiences[audience]}
        {sending && (
          <>
            {' '}
            · <span role="status">{texts.states[sending.state]}</span> ·{' '}
            {texts.to(sending.nrRecipients, sending.nrMailed)} · {texts.by(sending.writtenBy)}
          </>
        )}
      </p>
    </>
  );
}
