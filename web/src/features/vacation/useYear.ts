import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { yearQuery } from './api.ts';
import { wholeYear } from './said.ts';
import { useWhole } from './useWhole.ts';

type Wanted = { idEntity: number; year: number; group?: string | undefined; enabled?: boolean };

/** A holiday year of all staff, or of a group. */
export function useYear({ idEntity, year, group, enabled = true }: Wanted) {
  const query = useWhole(useInfiniteQuery({ ...yearQuery(idEntity, year, group), enabled }));
  const pages = query.data?.pages;
  const whole = useMemo(() => wholeYear(pages ?? []), [pages]);
  return {
    whole,
    /** Everybody is there. */
    complete: whole !== undefined && !query.hasNextPage,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
