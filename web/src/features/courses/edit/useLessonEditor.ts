import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/toast.ts';
import type { SaveState } from '@/lib/autosave.ts';
import { lessonEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, lessonKey, refresh } from '../api.ts';
import type { Lesson } from '../types.ts';
import { lessonAutosave, type Settings, type Written, writtenOf } from './autosave.ts';

/** A lesson while it is written: saved by itself, published by a click, and never over somebody else's text. */
export function useLessonEditor(first: Lesson) {
  const client = useQueryClient();
  const [lesson, setLesson] = useState(first);
  const [written, setWritten] = useState(() => writtenOf(first));
  const [state, setState] = useState<SaveState>('saved');
  const [message, setMessage] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Lesson | null>(null);
  const { courseId } = first;

  const made = useRef<ReturnType<typeof lessonAutosave> | null>(null);
  made.current ??= lessonAutosave(first, {
    send: ({ title, body, media }, version, more) =>
      courseCalls.changeLesson(first.id, { title, body, media, ...more, version }),
    took: (now) => {
      setLesson(now);
      client.setQueryData(lessonKey(now.id), now);
      void refresh(client, courseId);
    },
    tell: (next, words, other) => {
      setState(next);
      setMessage(words);
      if (other) setTheirs(other);
    },
  });
  const saves = made.current;

  useEffect(() => {
    const online = () => void saves.flush();
    // What is not saved yet is asked about before the page goes.
    const leaving = (event: BeforeUnloadEvent) => {
      if (saves.isDirty) event.preventDefault();
    };
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', leaving);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', leaving);
      saves.end();
    };
  }, [saves]);

  return {
    lesson,
    written,
    state,
    message,
    theirs,
    change(patch: Partial<Written>) {
      const next = { ...written, ...patch };
      setWritten(next);
      saves.write(next);
    },
    async publish() {
      if (await saves.flush({ publish: true })) {
        toast({ type: 'success', message: texts.published });
      }
    },
    /** What is no text takes effect at once. */
    set: (settings: Settings) => void saves.flush(settings),
    keepMine: () => choose(true),
    takeTheirs: () => choose(false),
  };

  function choose(keeps: boolean) {
    if (!theirs) return;
    setWritten(saves.settle(theirs, keeps));
    setLesson(theirs);
    setTheirs(null);
  }
}
