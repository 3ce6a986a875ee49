/** How something that can be booked stands, in words. */
import { resourcesStartTexts as texts } from '@/texts/bookingsStarts.ts';
import type { State } from './now.ts';
import { clockOf } from './times.ts';

export function stateWords(state: State): string {
  if (state.kind === 'closed') {
    return state.opens ? texts.opens(clockOf(state.opens)) : texts.closed;
  }
  const until = clockOf(state.until);
  return state.kind === 'free' ? texts.free(until) : texts.busy(until);
}
