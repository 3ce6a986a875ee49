import { useInfiniteQuery } from '@tanstack/react-query';
import { employeesQuery } from './api.ts';
import type { Employee } from './types.ts';
import { useWhole } from './useWhole.ts';

/** Everybody who is employed; undefined until all of them are there. */
export function useEmployees(idEntity: number) {
  const query = useWhole(useInfiniteQuery(employeesQuery(idEntity)));
  const pages = query.data?.pages.flatMap(({ content }) => content);
  const all =
    pages && !query.hasNextPage
      ? [...new Map(pages.map((one): [number, Employee] => [one.user.id, one])).values()]
      : undefined;
  return { all, error: query.error, refetch: () => void query.refetch() };
}
