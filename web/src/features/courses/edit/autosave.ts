/** How a lesson is saved by itself (`@/lib/autosave.ts`). */
import { Autosave, type Ports } from '@/lib/autosave.ts';
import type { ChangeLesson, Lesson } from '../types.ts';

export type Written = { title: string; body: string; media: string };

/** What of a lesson is no text; `publish`: its text takes the place of what learners read. */
export type Settings = Partial<Pick<ChangeLesson, 'kind' | 'preview' | 'required' | 'publish'>>;

export const writtenOf = ({ draft, title, body, media }: Lesson): Written => ({
  title: draft?.title ?? title,
  body: draft?.body ?? body,
  media: (draft ? draft.media : media) ?? '',
});

const same = (one: Written, other: Written) =>
  one.title.trim() === other.title.trim() &&
  one.body.trim() === other.body.trim() &&
  one.media.trim() === other.media.trim();

type LessonPorts = Ports<Lesson, Written, Settings>;

export const lessonAutosave = (first: Lesson, ports: Pick<LessonPorts, 'send' | 'took' | 'tell'>) =>
  new Autosave<Lesson, Written, Settings>(first, {
    ...ports,
    writtenOf,
    same,
    // It waits for a heading.
    isWhole: ({ title }) => title.trim() !== '',
  });
