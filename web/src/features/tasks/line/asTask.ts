import type { TaskLine } from '@/area/slots.ts';
import { describe } from './describe.ts';
import { draftOf } from './draft.ts';
import { readLine } from './line.ts';

/** For whatever else makes tasks of lines. */
const asTask: TaskLine = (text, now) => {
  const { txTitle, dueDate, dueAt, timeZone, priority, labels, repeat } = draftOf(text, now);
  return {
    draft: {
      txTitle,
      ...(dueDate !== undefined && { dueDate }),
      ...(dueAt !== undefined && { dueAt }),
      ...(timeZone !== undefined && { timeZone }),
      ...(priority !== undefined && { priority }),
      ...(labels && { labels }),
      ...(repeat && { repeat }),
    },
    words: text.trim() ? describe(readLine(text, now), now) : '',
  };
};

export default asTask;
