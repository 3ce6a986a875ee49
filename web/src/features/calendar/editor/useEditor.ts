import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { calendarCalls, calendarKey, wholeEvent } from '../api.ts';
import { daysFrom } from '../days.ts';
import type { CalendarEvent, Scope } from '../types.ts';
import { checked, type Errors } from './checks.ts';
import { readDraft, writeDraft } from './draft.ts';
import { draftOf, type EventForm, fieldOf, formOf, movedForm } from './form.ts';

export type EditorOptions = {
  /** What the draft of this device is called. */
  what: string;
  began: EventForm;
  /** null: a new one. */
  old: CalendarEvent | null;
  /** Which of its series. */
  recurrenceId: string | null;
  onDone: (event: CalendarEvent) => void;
};

const MOVED_ON = 'MOVED_ON';
/** More have a place than there shall be, or somebody has one and nobody shall. */
const CAPACITY_TAKEN = 'CAPACITY_TAKEN';

/** An event while it is being written: what stands in the form, what is wrong with it, what somebody else has changed. */
export function useEditor({ what, began, old: first, recurrenceId, onDone }: EditorOptions) {
  const client = useQueryClient();
  const [kept] = useState(() => readDraft(what, began));
  const [form, setForm] = useState(kept?.form ?? began);
  const [restored, setRestored] = useState(kept !== null);
  const [old, setOld] = useState(first);
  const [version, setVersion] = useState(kept?.version ?? first?.version ?? null);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  /** Which of a series is asked for, or somebody else was faster. */
  const [asks, setAsks] = useState<'scope' | null>(null);
  const [theirs, setTheirs] = useState<CalendarEvent | null>(null);
  /** Dates were set from outside their fields, which then begin anew. */
  const [dates, setDates] = useState(0);
  const scope = useRef<Scope>('all');
  const key = useRef({ of: '', key: '' });
  const element = useRef<HTMLFormElement>(null);
  const isSeries = Boolean(old?.rrule && recurrenceId);

  function hold(next: EventForm, by = version) {
    setForm(next);
    writeDraft(what, { form: next, version: by });
  }

  function onChange(patch: Partial<EventForm>) {
    let next = { ...form, ...patch };
    // The end follows the beginning.
    if (patch.startDate && next.endDate < next.startDate) {
      const days = daysFrom(form.startDate, next.startDate);
      const { endDate } = movedForm({ ...form, allDay: true }, { days });
      next = { ...next, endDate: endDate < next.startDate ? next.startDate : endDate };
      setDates((n) => n + 1);
    }
    hold(next);
  }

  /** As somebody else than its fields says. */
  function fill(patch: Partial<EventForm>) {
    const next = { ...form, ...patch };
    hold(next);
    if (next.startDate !== form.startDate || next.endDate !== form.endDate) setDates((n) => n + 1);
  }

  function startOver() {
    writeDraft(what, null);
    setForm(old ? formOf(old, recurrenceId) : began);
    setVersion(old?.version ?? null);
    setRestored(false);
    setErrors({});
    setDates((n) => n + 1);
  }

  function fail(next: Errors, words: string | null) {
    setErrors(next);
    setMessage(words);
    const name = Object.keys(next).find((field) => next[field]);
    requestAnimationFrame(() => {
      const field = name ? element.current?.elements.namedItem(name) : null;
      if (field instanceof HTMLElement) field.focus();
    });
  }

  /** The same words twice under one key are sent once. */
  function keyFor(content: string): string {
    if (key.current.of !== content) key.current = { of: content, key: crypto.randomUUID() };
    return key.current.key;
  }

  async function send(by = version) {
    setPending(true);
    setMessage(null);
    setErrors({});
    try {
      const series = old && { old, recurrenceId, scope: scope.current };
      const draft = { ...draftOf(form, series ?? undefined), version: by };
      const which = { scope: scope.current, ...(recurrenceId && { recurrenceId }) };
      const done = old
        ? await calendarCalls.changeEvent(old.id, draft, isSeries ? which : { scope: 'all' })
        : await calendarCalls.createEvent(draft, keyFor(JSON.stringify(draft)));
      writeDraft(what, null);
      void client.invalidateQueries({ queryKey: calendarKey });
      onDone(done);
    } catch (error) {
      await refused(error);
    } finally {
      setPending(false);
    }
  }

  async function refused(error: unknown) {
    if (!(error instanceof ApiError)) return fail({}, messageOf(error));
    if (old && error.code === MOVED_ON) {
      try {
        return setTheirs(await wholeEvent(old.eventUUID));
      } catch (unreachable) {
        return fail({}, messageOf(unreachable));
      }
    }
    const fields = Object.fromEntries(
      error.errors.map(({ field, message: words }) => [fieldOf(field), words]),
    );
    if (error.code === CAPACITY_TAKEN) {
      fields[form.enrollment ? 'enrollment.capacity' : 'enrollment'] = error.message;
    }
    const shown = Object.keys(fields).filter((name) => element.current?.elements.namedItem(name));
    fail(fields, shown.length === 0 ? [error.message, ...Object.values(fields)].join(' ') : null);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const values = new FormData(event.currentTarget);
    const typed = (name: string) => String(values.get(name) ?? '').trim();
    const wrong = checked(form, {
      startDate: typed('startDate'),
      endDate: typed('endDate'),
      deadline: typed('enrollment.deadline'),
    });
    if (Object.values(wrong).some(Boolean)) return fail(wrong, null);
    if (isSeries) setAsks('scope');
    else void send();
  }

  return {
    form,
    errors,
    message,
    pending,
    restored,
    dates,
    asks,
    element,
    onChange,
    fill,
    startOver,
    submit,
    forget: () => writeDraft(what, null),
    /** How much of the series. */
    choose(chosen: Scope | null) {
      setAsks(null);
      if (!chosen) return;
      scope.current = chosen;
      void send();
    },
    /** Somebody was faster; null: nobody. */
    theirs: theirs && formOf(theirs, recurrenceId),
    keepMine() {
      const newest = theirs?.version ?? null;
      setVersion(newest);
      setTheirs(null);
      void send(newest);
    },
    takeTheirs() {
      if (!theirs) return;
      setOld(theirs);
      setVersion(theirs.version);
      setForm(formOf(theirs, recurrenceId));
      setDates((n) => n + 1);
      writeDraft(what, null);
      setTheirs(null);
    },
    leaveIt: () => setTheirs(null),
  };
}
