import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { calendarKey } from '../api.ts';
import { isFetching } from '../calendars.ts';
import type { Calendar } from '../types.ts';

/** Asks for what is shown anew once a calendar from elsewhere has been fetched. */
export function useFetched(calendars: readonly Calendar[]): void {
  const client = useQueryClient();
  const was = useRef(false);
  const is = isFetching(calendars);
  useEffect(() => {
    if (was.current && !is) void client.invalidateQueries({ queryKey: calendarKey });
    was.current = is;
  }, [is, client]);
}
