import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Autosave, type SaveState } from '@/lib/autosave.ts';
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
  const [written, setWritten] = useState(() => writtenOf(first));
  const [state, setState] = useState<SaveState>('saved');
  const [message, setMessage] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Begun | null>(null);
  // What is sent next is about the newest that the server has answered.
  const latest = useRef(first);
  const attempt = useRef({ key: '', content: '' });
  const isOpen = useRef(true);

  const made = useRef<Autosave<Begun, Written> | null>(null);
  made.current ??= new Autosave<Begun, Written>(first, {
    writtenOf,
    same,
    isWhole: () => true,
    send: (words, version) => {
      const { idDraft } = latest.current;
      if (idDraft !== null) return newsletterCalls.change(idEntity, idDraft, { ...words, version });
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
    tell: (next, words, other) => {
      setState(next);
      setMessage(words);
      if (other) setTheirs(other);
    },
  });
  const saves = made.current;

  useEffect(() => {
    isOpen.current = true;
    const online = () => void saves.flush();
    // What is not saved yet is asked about before the page goes.
    const leaving = (event: BeforeUnloadEvent) => {
      if (saves.isDirty) event.preventDefault();
    };
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', leaving);
    return () => {
      isOpen.current = false;
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', leaving);
      saves.end();
      void client.invalidateQueries({ queryKey: draftsQuery(idEntity).queryKey });
    };
  }, [saves, client, idEntity]);

  return {
    stands,
    written,
    state,
    message,
    theirs,
    change(patch: Partial<Written>) {
      const next = { ...written, ...patch };
      setWritten(next);
      saves.write(next);
    },
    /** Sends it as it is written, with its draft; a draft that somebody has changed is not sent. */
    async send(key: string) {
      await saves.flush();
      const { idDraft, version } = latest.current;
      const draft = idDraft === null ? {} : { idDraft, version };
      return newsletterCalls.send(idEntity, { ...written, ...draft }, key);
    },
    /** It has been sent: nothing of it is saved any more. */
    sent: () => saves.stop(),
    keepMine: () => choose(true),
    takeTheirs: () => choose(false),
  };

  function choose(keeps: boolean) {
    if (!theirs) return;
    latest.current = theirs;
    setStands(theirs);
    setWritten(saves.settle(theirs, keeps));
    setTheirs(null);
  }
}
