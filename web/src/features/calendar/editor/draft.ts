/** What somebody has begun to write of an event, on this device: a reload takes nothing away. */
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import type { EventForm } from './form.ts';

export type Draft = {
  form: EventForm;
  /** Of the event that it began with. */
  version: number | null;
};

const keyOf = (what: string) => `${PERSONAL}event:${what}`;

/** null: nothing was begun, or it cannot be read. */
export function readDraft(what: string, like: EventForm): Draft | null {
  try {
    const kept = JSON.parse(readStored(keyOf(what)) ?? 'null') as Draft | null;
    const whole = kept && Object.keys(like).every((name) => name in (kept.form ?? {}));
    return whole ? kept : null;
  } catch {
    return null;
  }
}

export const writeDraft = (what: string, draft: Draft | null): void =>
  writeStored(keyOf(what), draft && JSON.stringify(draft));
