/**
 * What the page asks first came with it (the server's `web_app/first.rs`). Each answer is taken once, by the call that it answers;
 * what is asked for again asks the server.
 */
import { onForget } from './storage.ts';

/** As old as this, an answer that nobody has taken is too old for whoever asks (ms since the page was opened). */
const KEEP_MS = 20_000;

let held: Map<string, unknown> | undefined;

function read(): Map<string, unknown> {
  if (typeof document === 'undefined') return new Map();
  const element = document.getElementById('answers');
  element?.remove();
  try {
    return new Map(Object.entries(JSON.parse(element?.textContent ?? '{}')));
  } catch {
    // Without them everything is asked for.
    return new Map();
  }
}

/** What the server has answered to a GET of this address already, if it has; `undefined`: it is to be asked. */
export function takeFirstAnswer(address: string): unknown {
  held ??= read();
  if (held.size > 0 && performance.now() > KEEP_MS) held.clear();
  const answer = held.get(address);
  held.delete(address);
  return answer;
}

/** Whether the answer to a GET of this address came with the page, and nobody has taken it. */
export function hasFirstAnswer(address: string): boolean {
  held ??= read();
  return held.has(address);
}

/** Something has changed since, or somebody else is there: nothing of it is used. */
export function forgetFirstAnswers(): void {
  held ??= read();
  held.clear();
}

onForget(forgetFirstAnswers);
