import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import type { FieldError } from '@/api/types.ts';

export type FieldChecks = Record<string, string | undefined>;

export type Submission<T> = {
  /** What the form itself can tell: field → what is missing. */
  check?: (values: FormData) => FieldChecks;
  /** Codes of a refusal as a whole that are about one field. */
  conflicts?: Record<string, string>;
  /** `key`: for `Idempotency-Key`. The same until it is done or something else is sent: twice sent is once done. */
  send: (values: FormData, key: string) => Promise<T>;
  done: (result: T) => void | Promise<void>;
};

type State = { fields: FieldError[]; message: string | null; code: string | null };
const clean: State = { fields: [], message: null, code: null };

/**
 * A form that is sent once at a time. Its fields keep what was typed when sending fails, each
 * wrong field gets its words beside it, and the first of them gets the focus.
 */
export function useSubmit<T>({ check, conflicts = {}, send, done }: Submission<T>) {
  const [state, setState] = useState(clean);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const attempt = useRef({ key: '', content: '' });

  /** After a lost answer the same words go out under the same key, other words under a new one: neither is doubled or lost. */
  function keyFor(values: FormData): string {
    const content = JSON.stringify([...values].map(([name, value]) => [name, wordsOf(value)]));
    if (!attempt.current.key || attempt.current.content !== content) {
      attempt.current = { key: crypto.randomUUID(), content };
    }
    return attempt.current.key;
  }

  function fail(form: HTMLFormElement, next: State) {
    // The words are in the page before the focus is: they are read with the field, or stand where one looks. Nothing moves later,
    // under a finger that is on its way.
    flushSync(() => {
      setState(next);
      setPending(false);
    });
    const first = next.fields
      .map(({ field }) => form.elements.namedItem(field))
      .find((found) => found instanceof HTMLElement);
    const shown =
      first instanceof HTMLInputElement && first.type === 'hidden' ? seen(first) : first;
    if (shown) shown.focus();
    else form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const missing = Object.entries(check?.(values) ?? {}).flatMap(([field, message]) =>
      message ? [{ field, code: 'MISSING', message }] : [],
    );
    if (missing.length > 0) return fail(form, { ...clean, fields: missing });

    busy.current = true;
    setPending(true);
    setState(clean);
    try {
      const result = await send(values, keyFor(values));
      attempt.current = { key: '', content: '' };
      await done(result);
    } catch (error) {
      fail(form, failureOf(error, form, conflicts));
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  return {
    submit,
    pending,
    message: state.message,
    code: state.code,
    fieldError: (field: string) => state.fields.find((one) => one.field === field)?.message,
  };
}

/** A picker's value is in a hidden field beside the one that people write in. */
const seen = (hidden: HTMLElement) =>
  hidden.parentElement?.querySelector<HTMLElement>('input:not([type="hidden"])');

const wordsOf = (value: FormDataEntryValue) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** Words for fields the form does not show go to the form as a whole. */
function failureOf(
  error: unknown,
  form: HTMLFormElement,
  conflicts: Record<string, string>,
): State {
  if (!(error instanceof ApiError)) return { ...clean, message: messageOf(error) };
  const { code, message: words } = error;
  const about = conflicts[code];
  const all = about ? [...error.errors, { field: about, code, message: words }] : error.errors;
  const shown = all.filter(({ field }) => form.elements.namedItem(field));
  const hidden = all.filter((one) => !shown.includes(one));
  const message = shown.length === 0 ? words : null;
  const rest = hidden.map((one) => one.message).join(' ');
  return { fields: shown, message: rest || message, code };
}

/** A field's text without the spaces around it. */
export function textOf(values: FormData, field: string): string {
  const value = values.get(field);
  return typeof value === 'string' ? value.trim() : '';
}
