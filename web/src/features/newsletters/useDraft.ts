import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAutosave } from '@/hooks/useAutosave.ts';
import { Autosave } from '@/lib/autosave.ts';
import { draftsQuery, newsletterCalls } from './api.ts';
import type { Audience, NewsletterDraft } from './types.ts';

export type Written = { subject: string; body: string; audience: Audience };

/** A draft of the server's, or none yet. */
export type Begun =
  | NewsletterDraft
  | { idDraft: null; version: 0; subject: ''; body: ''; audience: 'EVERYBODY'; pictures: [] };

export const BLANK: Begun = {
  idDraft: null,
  version: 0,
  subject: '',
  body: '',
  audience: 'EVERYBODY',
  pictures: [],
};

const writtenOf = ({ subject, body = '', audience }: Begun): Written => ({
  subject,
  body,
  audience,
});

const same = (one: Written, other: Written) =>
  one.subject === other.subject && one.body === other.body && one.audience === other.audience;

/** A newsletter while it is written: a draft from the first word on, saved by itself, and never over somebody else's text. */
export function useDraft(idEntity: number, first: Begun) {
  const client = useQueryClient();
  const [stands, setStands] = useState(first);
  // What is sent next is about the newest that the server has answered.
  const latest = useRef(first);
  const attempt = useRef({ key: '', content: '' });
  const isOpen = useRef(true);

  const { saves, shown } = useAutosave(first, {
    writtenOf,
    begin: (tell) =>
      new Autosave<Begun, Written>(first, {
        writtenOf,
        same,
        isWhole: () => true,
        send: (words, version) => {
          const { idDraft } = latest.current;
          if (idDraft !== null)
            return newsletterCalls.change(idEntity, idDraft, { ...words, version });
          const content = JSON.stringify(words);
          if (attempt.current.content !== content) {
            attempt.current = { key: crypto.randomUUID(), content };
          }
          return newsletterCalls.begin(idEntity, words, attempt.current.key);
        },
        took: (now) => {
          latest.current = now;
          setStands(now);
          if (!isOpen.current)
            void client.invalidateQueries({ queryKey: draftsQuery(idEntity).queryKey });
        },
        tell,
      }),
    stands: (theirs) => {
      latest.current = theirs;
      setStands(theirs);
    },
  });

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      void client.invalidateQueries({ queryKey: draftsQuery(idEntity).queryKey });
    };
  }, [client, idEntity]);

  return {
    stands,
    ...shown,
    /** Sends it as it is written, with its draft; a draft that somebody has changed is not sent. */
    async send(key: string) {
      await saves.flush();
      const { idDraft, version } = latest.current;
      const draft = idDraft === null ? {} : { idDraft, version };
      return newsletterCalls.send(idEntity, { ...shown.written, ...draft }, key);
    },
    /** It has been sent: nothing of it is saved any more. */
    sent: () => saves.stop(),
  };
}
