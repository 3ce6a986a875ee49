/** What was changed of a task, in words. Pure. */
import { dateOf } from '@/lib/dates.ts';
import { isShown } from '@/lib/days.ts';
import { dayWords } from '@/lib/due.ts';
import { clockAt, HOME_ZONE } from '@/lib/zone.ts';
import { taskTexts } from '@/texts/tasks.ts';
import { historyTexts as texts } from '@/texts/tasksPage.ts';
import type { HistoryEntry, TaskStatus } from './types.ts';

type Change = HistoryEntry['changes'][number];

/** Of these one reads that they were changed, not what they say. */
const LONG = ['txDescription', 'checklist', 'repeat', 'target', 'assignees', 'idParent'];

function valueWords(field: string, value: unknown, today: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (field === 'status') return taskTexts.statuses[value as TaskStatus] ?? String(value);
  if (field === 'priority') return taskTexts.priorities[Number(value)] ?? String(value);
  if (Array.isArray(value)) return value.map(String).join(', ');
  const text = String(value);
  if (isShown(text)) return dayWords(text, today);
  if (field === 'dueAt') {
    const at = typeof value === 'number' ? value : Date.parse(text);
    if (Number.isNaN(at)) return text;
    return `${dateOf(new Date(at).toISOString())} ${clockAt(at, HOME_ZONE).time}`;
  }
  return text;
}

/** 'ändrade status från Att göra till Klar'. */
export function changeWords({ field, from, to }: Change, today: string): string {
  if (field === 'created') return texts.created;
  if (field === 'deleted') return texts.deleted;
  if (field === 'restored') return texts.restored;
  const name = texts.field(field);
  if (LONG.includes(field)) return texts.changedText(name);
  const [before, after] = [valueWords(field, from, today), valueWords(field, to, today)];
  return texts.changed(name, before, after || texts.nothing);
}
