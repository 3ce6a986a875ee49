import type { TaskDraft } from '../types.ts';
import { readLine } from './line.ts';

/** The task that a line makes. `day`: when it is due where the line says nothing of it. */
export function draftOf(text: string, now: number, day?: string): TaskDraft {
  const { title, parts: _, ...said } = readLine(text, now);
  const isDue = said.dueDate !== undefined || said.dueAt !== undefined;
  return { txTitle: title, ...said, ...(!isDue && day && { dueDate: day }) };
}
