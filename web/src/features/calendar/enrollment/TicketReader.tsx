import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { doorTexts as texts } from '@/texts/enrollment.ts';
import { calendarKey } from '../api.ts';
import { type EnrolledPerson, enrollmentCalls, type Occurrence } from './api.ts';
import { canRead, readCodes } from './camera.ts';
import classes from './enrollment.module.css';

type TicketReaderProps = { of: Occurrence; people: EnrolledPerson[]; onClose: () => void };

type Said = { words: string; wrong: boolean };

/** Tickets at the door: by the camera where it can, else by the code's letters. */
export default function TicketReader({ of, people, onClose }: TicketReaderProps) {
  const client = useQueryClient();
  const online = useOnline();
  /** Of the ticket that was read last. */
  const [said, setSaid] = useState<Said | null>(null);
  const [cleared, setCleared] = useState(0);

  async function checkIn(code: string): Promise<Said> {
    const done = await enrollmentCalls.checkInTicket(of, code);
    const person = people.find(({ idUser }) => idUser === done?.idUser);
    const name = person?.displayName ?? texts.somebody;
    if (done?.code) return { words: texts.refused(name), wrong: true };
    void client.invalidateQueries({ queryKey: [...calendarKey, 'enrolled'] });
    return { words: texts.in(name), wrong: false };
  }
  async function seen(code: string) {
    try {
      setSaid(await checkIn(code));
    } catch (error) {
      setSaid({ words: messageOf(error), wrong: true });
    }
  }

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={classes.reader}>
        {online ? <Camera onCode={seen} /> : <p role="alert">{texts.offline}</p>}
        <p className={classes.said} data-wrong={said?.wrong || undefined} role="status">
          {said?.words}
        </p>
        <Form
          key={cleared}
          submit={texts.check}
          check={(values) => ({ code: textOf(values, 'code') ? undefined : texts.codeMissing })}
          send={(values) => checkIn(textOf(values, 'code'))}
          done={(next) => {
            setSaid(next);
            setCleared((n) => n + 1);
          }}
        >
          {(field) => (
            <TextInput
              label={texts.code}
              maxLength={200}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field('code')}
            />
          )}
        </Form>
      </div>
    </Dialog>
  );
}

/** The same ticket is held before the camera for a while. */
const SAME_MS = 4_000;

function Camera({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const video = useRef<HTMLVideoElement>(null);
  const newest = useRef(onCode);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    newest.current = onCode;
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const stopped = new AbortController();
    const last = { code: '', at: 0 };
    let busy = false;
    const onSeen = (code: string) => {
      const isSame = code === last.code && Date.now() - last.at < SAME_MS;
      last.at = isSame ? Date.now() : last.at;
      if (busy || isSame) return;
      Object.assign(last, { code, at: Date.now() });
      busy = true;
      void newest.current(code).finally(() => {
        busy = false;
      });
    };
    readCodes(element, onSeen, stopped.signal).catch(() => setRefused(true));
    return () => stopped.abort();
  }, []);
  if (!canRead()) return <p>{texts.noCamera}</p>;
  if (refused) return <p role="alert">{texts.refusedCamera}</p>;
  return (
    <>
      <p>{texts.camera}</p>
      <video ref={video} className={classes.video} muted playsInline />
    </>
  );
}
