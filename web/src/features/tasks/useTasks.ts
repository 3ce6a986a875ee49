import { useInfiniteQuery } from '@tanstack/react-query';
import { useNow } from '@/hooks/useNow.ts';
import { todayHere } from '@/lib/zone.ts';
import { type ListWish, tasksQuery } from './api.ts';
import { takes, tasksIn } from './fold.ts';

const MINUTE_MS = 60_000;

/** Now by the minute, and the day it is in Sweden: at midnight what was due today is late. */
export function useClock() {
  const now = useNow(MINUTE_MS);
  return { now, today: todayHere(now) };
}

/** A list of tasks; what has been ticked meanwhile is no longer among the open ones. */
export function useTasks(wish: ListWish, enabled = true) {
  const query = useInfiniteQuery({ ...tasksQuery(wish), enabled });
  const tasks = tasksIn(query.data).filter((task) => takes(wish, task));
  return { query, tasks };
}
