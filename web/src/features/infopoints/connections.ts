/** Favourites and the bell: a click is seen at once wherever the place is shown, and taken back where the server refuses. */
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { infopointActTexts as texts } from '@/texts/infopoints.ts';
import { foundKey, infopointCalls, infopointsKey, mineKey, oneKey, ownKey } from './api.ts';
import type { Connection, Flag, Found, Infopoint, Infopoints } from './types.ts';

/** Long enough to find the button. */
const UNDO_MS = 8_000;

type Change = (point: Infopoint) => Infopoint;

const changed = (points: Infopoint[], id: number, change: Change): Infopoint[] =>
  points.some(({ idInfopoint }) => idInfopoint === id)
    ? points.map((one) => (one.idInfopoint === id ? change(one) : one))
    : points;

/** Wherever it is held. */
export function changeHeld(client: QueryClient, id: number, change: Change): void {
  client.setQueryData<Infopoint | null>(oneKey(id), (held) => held && change(held));
  client.setQueriesData<Found>({ queryKey: foundKey }, (held) =>
    held?.content ? { ...held, content: changed(held.content, id, change) } : held,
  );
  for (const queryKey of [mineKey, ownKey]) {
    client.setQueryData<InfiniteData<Infopoints>>(
      queryKey,
      (held) =>
        held && {
          ...held,
          pages: held.pages.map((page) => ({
            ...page,
            content: changed(page.content, id, change),
          })),
        },
    );
  }
}

const none = (idInfopoint: number): Connection => ({
  idInfopointConnection: 0,
  idInfopoint,
  flFavorite: false,
  flNotification: false,
});

/** With one flag as it was clicked; the other one as it stands. */
export const flagged =
  (flag: Flag, on: boolean): Change =>
  (point) => ({
    ...point,
    connection: { ...(point.connection ?? none(point.idInfopoint)), [flag]: on },
  });

/** By place and flag what was clicked last: an earlier answer, and what is fetched meanwhile, do not undo it. */
type Under = {
  last: Map<number, Promise<unknown>>;
  count: number;
  /** What was being fetched anew: asked for again when nothing is under way any more. */
  cut: Set<string>;
};
const under = new WeakMap<QueryClient, Under>();

function underWay(client: QueryClient): Under {
  const known = under.get(client) ?? { last: new Map(), count: 0, cut: new Set() };
  under.set(client, known);
  return known;
}

/** Answers that are on their way would undo the click on the screen. What is not there yet may come. */
function cutOff(client: QueryClient, cut: Set<string>): void {
  const isAnew = ({ state }: Query) => state.data !== undefined && state.fetchStatus === 'fetching';
  for (const { queryHash } of client
    .getQueryCache()
    .findAll({ queryKey: infopointsKey, predicate: isAnew })) {
    cut.add(queryHash);
  }
  void client.cancelQueries({ queryKey: infopointsKey, predicate: isAnew });
}

/** Seen at once; of one place one call after the other. Answers whether the server has it. */
export async function setFlag(
  client: QueryClient,
  id: number,
  flag: Flag,
  on: boolean,
): Promise<boolean> {
  const state = underWay(client);
  const earlier = state.last.get(id) ?? Promise.resolve();
  state.count += 1;
  cutOff(client, state.cut);
  changeHeld(client, id, flagged(flag, on));
  const done = earlier.then(async () => {
    try {
      const answer = await infopointCalls.connect(id, { [flag]: on });
      // What was clicked since is seen already.
      if (state.last.get(id) === done) {
        changeHeld(client, id, (point) => ({ ...point, connection: answer }));
      }
      return true;
    } catch (error) {
      if (state.last.get(id) === done) changeHeld(client, id, flagged(flag, !on));
      toast({ type: 'error', message: messageOf(error) });
      return false;
    }
  });
  state.last.set(id, done);
  const result = await done;
  if (state.last.get(id) === done) state.last.delete(id);
  state.count -= 1;
  // Which places are mine is asked for once, when nothing is under way any more.
  if (state.count === 0) {
    const cut = new Set(state.cut);
    state.cut.clear();
    void client.invalidateQueries({ queryKey: mineKey });
    void client.invalidateQueries({ predicate: ({ queryHash }) => cut.has(queryHash) });
  }
  return result;
}

/** One click on the heart or the bell, said with a way back. */
export function useToggle() {
  const client = useQueryClient();
  return (point: Pick<Infopoint, 'idInfopoint' | 'connection'>, flag: Flag) => {
    const on = !point.connection?.[flag];
    const set = (to: boolean) => setFlag(client, point.idInfopoint, flag, to);
    void set(on).then((isDone) => {
      if (!isDone) return;
      toast({
        type: 'success',
        message: texts.said[flag][on ? 'on' : 'off'],
        duration: UNDO_MS,
        action: { label: texts.undo, run: () => void set(!on) },
      });
    });
  };
}
