import { useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

/** Typing is not yet a question until it rests. */
const PAUSE_MS = 250;

/**
 * A field whose text stands in the address (`?name=…`). The router takes a new address when it has time for it, so a field
 * that shows the address's text loses what is typed meanwhile: the text is kept here, and the address follows when the
 * typing pauses. A change of the address from outside (back, a link) is adopted; the echo of a change of our own is not.
 */
export function useFieldInAddress(name: string) {
  const [params, setParams] = useSearchParams();
  const settled = params.get(name) ?? '';
  const [value, setValue] = useState(settled);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waits = useRef(false);
  /** What we have written and have not yet seen in the address, oldest first. */
  const written = useRef<string[]>([]);
  const latest = useRef(setParams);
  useEffect(() => {
    latest.current = setParams;
  });

  useEffect(() => {
    const echo = written.current.indexOf(settled);
    // The router may have skipped those before it.
    written.current = echo === -1 ? [] : written.current.slice(echo + 1);
    if (echo !== -1) return;
    clearTimeout(timer.current);
    waits.current = false;
    setValue(settled);
  }, [settled]);

  // Whoever leaves meanwhile has another address, which is not ours to write into.
  useEffect(() => () => clearTimeout(timer.current), []);

  function write(text: string, options: NavigateOptions = { replace: true }) {
    clearTimeout(timer.current);
    waits.current = false;
    // The same text makes no echo to wait for.
    if (text !== (written.current.at(-1) ?? settled)) written.current.push(text);
    latest.current((held) => {
      const next = new URLSearchParams(held);
      if (text === '') next.delete(name);
      else next.set(name, text);
      return next;
    }, options);
  }

  return {
    /** What the field shows. */
    value,
    /** What the address says: the text once typing has paused. */
    settled,
    /** As one types: shown at once, written when it rests. */
    type(text: string) {
      setValue(text);
      clearTimeout(timer.current);
      waits.current = true;
      timer.current = setTimeout(() => write(text), PAUSE_MS);
    },
    /** On leaving the field: what waits is written before the next thing happens, as going to a hit. */
    rest() {
      if (waits.current) write(value);
    },
    /** Shown and written at once. */
    set(text: string) {
      setValue(text);
      write(text);
    },
    /** Shown at once, written by `write` only, as for a form that is sent. */
    show: setValue,
    write,
  };
}
