/** A call that is made until it has an answer, on another node each time, as a person does who taps again. */

import type { Person, Place } from './person.ts';
import { sleep } from './wait.ts';

const TRIES = 600;

export interface Answered<T> {
  status: number;
  body: T;
  /** More than once: an earlier try without an answer may have been carried out. */
  tries: number;
  /** When it was first asked and when the answer was there (ms). */
  asked: number;
  answered: number;
}

/** Only an answer ends it: a node that is gone, or has no store or no time, is asked again later. */
export async function stubborn<T>(
  who: Person,
  nodes: readonly Place[],
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered<T>> {
  const asked = Date.now();
  for (let tries = 1; tries <= TRIES; tries++) {
    const node = nodes[tries % nodes.length];
    if (!node) throw new Error('no node');
    try {
      const answer = await who.at(node).ask<T>(method, path, body);
      if (answer.status !== 503) {
        return { status: answer.status, body: answer.body, tries, asked, answered: Date.now() };
      }
    } catch {
      // Nobody answers there.
    }
    await sleep(50);
  }
  throw new Error(`${method} ${path} has no answer after ${TRIES} tries`);
}

/** Does something for each of a list, so many at once. */
export async function inLanes<T>(
  list: readonly T[],
  lanes: number,
  act: (one: T) => Promise<unknown>,
) {
  const left = [...list];
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
