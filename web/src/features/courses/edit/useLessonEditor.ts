import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/toast.ts';
import { useAutosave } from '@/hooks/useAutosave.ts';
import { lessonEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, lessonKey, refresh } from '../api.ts';
import type { Lesson } from '../types.ts';
import { lessonAutosave, type Settings, writtenOf } from './autosave.ts';

/** A lesson while it is written: saved by itself, published by a click, and never over somebody else's text. */
export function useLessonEditor(first: Lesson) {
  const client = useQueryClient();
  const [lesson, setLesson] = useState(first);
  const { courseId } = first;

  const { saves, shown } = useAutosave(first, {
    writtenOf,
    begin: (tell) =>
      lessonAutosave(first, {
        send: ({ title, body, media }, version, more) =>
          courseCalls.changeLesson(first.id, { title, body, media, ...more, version }),
        took: (now) => {
          setLesson(now);
          client.setQueryData(lessonKey(now.id), now);
          void refresh(client, courseId);
        },
        tell,
      }),
    stands: setLesson,
  });

  return {
    lesson,
    ...shown,
    async publish() {
      if (await saves.flush({ publish: true })) {
        toast({ type: 'success', message: texts.published });
      }
    },
    /** What is no text takes effect at once. */
    set: (settings: Settings) => void saves.flush(settings),
  };
}
