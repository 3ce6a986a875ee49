import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { ErrorState } from '@/components/states.tsx';
import { fullTime, shortTime } from '@/lib/times.ts';
import { newsletterTexts as texts } from '@/texts/newsletters.ts';
import { draftsQuery, newsletterCalls } from './api.ts';
import classes from './newsletters.module.css';
import type { NewsletterDraft } from './types.ts';

type DraftsProps = { idEntity: number; onOpen: (idDraft: number) => void };

/** What is being written, by whoever manages the organisation; nothing where nothing is. */
export default function Drafts({ idEntity, onOpen }: DraftsProps) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(draftsQuery(idEntity));
  const [removing, setRemoving] = useState<NewsletterDraft | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>{texts.drafts}</h3>
      <ul className={classes.rows} aria-label={texts.drafts}>
        {data.map((draft) => {
          const name = draft.subject || texts.noSubject;
          return (
            <li key={draft.idDraft} className={classes.draft}>
              <div>
                <button
                  type="button"
                  className={classes.open}
                  dir="auto"
                  onClick={() => onOpen(draft.idDraft)}
                >
                  {name}
                </button>
                <p className={classes.faint}>
                  <time dateTime={draft.changed} title={fullTime(draft.changed)}>
                    {texts.changed(shortTime(draft.changed), draft.changedBy)}
                  </time>{' '}
                  · {texts.audiences[draft.audience]}
                </p>
              </div>
              <Button
                variant="subtle"
                aria-label={texts.removeOf(name)}
                onClick={() => setRemoving(draft)}
              >
                {texts.remove}
              </Button>
            </li>
          );
        })}
      </ul>
      {removing && (
        <ConfirmCall
          title={texts.removeTitle}
          text={texts.removeText(removing.subject || texts.noSubject)}
          action={texts.remove}
          danger
          call={() => newsletterCalls.remove(idEntity, removing.idDraft)}
          said={texts.removed}
          onDone={() => {
            void client.invalidateQueries({ queryKey: draftsQuery(idEntity).queryKey });
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}
