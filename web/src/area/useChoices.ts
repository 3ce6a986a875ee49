import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';

/** Somebody or something to pick; `value` is its id. */
export type Choice = {
  value: string;
  label: string;
  /** Tells two of one name apart. */
  hint?: string;
  image?: string | null;
};

/** Where choices come from, for what is typed ('' at first). */
export type ChoicesQuery<T extends Choice = Choice> = {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<T[]>;
  enabled?: boolean;
};

/** Typing is not a question until it rests. */
const PAUSE_MS = 150;

/** What fits what is asked for; `settled`: the answer to it is there. */
export function useChoices<T extends Choice>(find: (q: string) => ChoicesQuery<T>, asked: string) {
  const [q] = useDebouncedValue(asked, PAUSE_MS);
  const { data, isError, isFetching } = useQuery({
    ...find(q),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const settled = !isFetching && q === asked;
  // Until the answer is there, of what was found before only what fits: the keys never pick somebody else.
  const found = (data ?? []).filter((choice) => settled || fits(choice, asked));
  return { found, settled, isError };
}

function fits({ label, hint = '' }: Choice, typed: string): boolean {
  const said = `${label} ${hint}`.toLocaleLowerCase('sv');
  return said.includes(typed.toLocaleLowerCase('sv'));
}
