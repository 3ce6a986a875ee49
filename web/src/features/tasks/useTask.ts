import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { taskQuery } from './api.ts';
import type { Held } from './fold.ts';

/** One task, whether it is there or not. */
export function useTask(idTask: number) {
  const isId = Number.isSafeInteger(idTask) && idTask > 0;
  const { data, error, refetch } = useQuery({ ...taskQuery(idTask), enabled: isId });
  const task: Held | undefined = data;
  const isAbsent =
    !isId || task?.gone === true || (error instanceof ApiError && error.status === 404);
  return { task, isAbsent, error, refetch: () => void refetch() };
}
