/** How something that can be booked stands at a moment. Pure. */
import { isoOf, ms } from './times.ts';
import type { ScheduleRow, TimeSpan } from './types.ts';

export type State =
  /** `until`: when somebody has it next, or it closes. */
  | { kind: 'free' | 'busy'; until: string }
  /** `opens`: the next time within what was asked for. */
  | { kind: 'closed'; opens: string | null };

const holds = ({ start, end }: TimeSpan, at: number) => ms(start) <= at && at < ms(end);

/** `most`: how many may have it at the same time. */
export function stateOf({ open, taken }: ScheduleRow, most: number, now: number): State {
  const opening = open.find((one) => holds(one, now));
  if (!opening) {
    const next = open.map(({ start }) => start).find((start) => ms(start) > now);
    return { kind: 'closed', opens: next ?? null };
  }
  const isBusy = (at: number) => taken.filter((one) => holds(one, at)).length >= Math.max(1, most);
  const busy = isBusy(now);
  const edges = taken
    .flatMap(({ start, end }) => [ms(start), ms(end)])
    .filter((at) => at > now && at < ms(opening.end))
    .sort((a, b) => a - b);
  const change = edges.find((at) => isBusy(at) !== busy);
  return {
    kind: busy ? 'busy' : 'free',
    until: change === undefined ? opening.end : isoOf(change),
  };
}
