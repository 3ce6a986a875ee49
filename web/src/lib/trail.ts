/**
 * The pages that the browser's back button leads through, as far as this tab knows them. Leaving a pane goes back to
 * where it was opened from instead of making a new step, so that Back never opens again what was left.
 */

import { underlayOf } from './underlay.ts';

/** By the router's number of a step in the history. A step from before a reload is unknown. */
const steps: string[] = [];

/** The router keeps a step's number in the browser's own state of it. */
const here = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** What stands at this step now; what lay ahead of it is gone with a new step. */
export function noteStep(address: string, isNew: boolean): void {
  const at = here();
  // Put there before the first page was drawn.
  if (steps.length === 0 && at === 1) steps[0] = underlayOf(address) ?? '';
  if (isNew) steps.length = Math.min(steps.length, at);
  steps[at] = address;
}

/**
 * How many steps back the nearest step lies for which `wanted` holds, where every step between is one that may be left
 * with it (`within`); 0: there is none.
 */
export function stepsBack(
  trail: readonly (string | undefined)[],
  at: number,
  wanted: (address: string) => boolean,
  within: (address: string) => boolean,
): number {
  for (let step = at - 1; step >= 0; step -= 1) {
    const address = trail[step];
    if (address === undefined) return 0;
    if (wanted(address)) return at - step;
    if (!within(address)) return 0;
  }
  return 0;
}

/** The same from here. */
export const stepsBackTo = (
  wanted: (address: string) => boolean,
  within: (address: string) => boolean,
): number => stepsBack(steps, here(), wanted, within);
