/** What /uppgift does in the composer. Loaded with the first of them. */
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { makeTaskTexts, taskWordTexts as texts } from '@/texts/tasksChat.ts';
import { taskCalls } from './api.ts';
import { describe } from './line/describe.ts';
import { draftOf } from './line/draft.ts';
import { TITLE_MOST } from './line/fromMessage.ts';
import { readLine } from './line/line.ts';
import type { Task, TaskDraft } from './types.ts';

/** Long enough to find the button. */
const UNDO_MS = 8_000;

/** After a lost answer the same line goes out as it was read then, under the same key: it is one task. */
let lost: { line: string; key: string; draft: TaskDraft } | null = null;

async function remove({ idTask, txTitle }: Task) {
  try {
    await taskCalls.remove(idTask);
    toast({ type: 'info', message: texts.removed(txTitle) });
  } catch (error) {
    toast({ type: 'error', message: messageOf(error) });
  }
}

/** A task of one's own, of what is written after the word. Null: done; otherwise why not. */
export async function makeTask(line: string): Promise<string | null> {
  const now = Date.now();
  const { title } = readLine(line, now);
  if (!title) return texts.missing;
  if ([...title].length > TITLE_MOST) return makeTaskTexts.tooLong;
  if (lost?.line !== line) {
    lost = { line, key: crypto.randomUUID(), draft: draftOf(line, now) };
  }
  const task = await taskCalls.create(lost.draft, lost.key);
  lost = null;
  toast({
    type: 'success',
    message: texts.added(task.txTitle, describe(readLine(line, now), now)),
    duration: UNDO_MS,
    action: { label: texts.undo, run: () => void remove(task) },
  });
  return null;
}
