import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { lessonTexts as texts } from '@/texts/courses.ts';
import { lessonQuery } from './api.ts';
import { idIn, lessonPath } from './paths.ts';

/** /klyftig/lektion/{lessonId}: where chat leads that knows only the lesson; on to its page in its course. */
export default function ToLesson() {
  const { lessonId, threadId } = useParams();
  const id = idIn(lessonId);
  const { data, error, refetch } = useQuery({
    ...lessonQuery(id ?? 0, true),
    enabled: id !== null,
  });
  if (data) {
    const thread = threadId ? `/trad/${threadId}` : '';
    return <Navigate to={lessonPath(data.courseId, data.id) + thread} replace />;
  }
  const isRefused = error instanceof ApiError && error.status === 403;
  if (id === null || data === null || isRefused) {
    const isLocked = isRefused && error.code === 'LOCKED';
    const why = isLocked
      ? { title: texts.lockedTitle, text: texts.locked }
      : isRefused
        ? { title: texts.notBegun, text: texts.notBegunText }
        : texts.gone;
    return <EmptyState page {...why} icon={<IconSchool size={28} stroke={1.5} />} />;
  }
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}
