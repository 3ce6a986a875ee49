import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { CardFrame } from '@/area/CardFrame.tsx';
import { cardTexts } from '@/texts/cards.ts';
import { lessonQuery } from './api.ts';
import { idIn, lessonPath } from './paths.ts';

/** A lesson within a message, as far as one may read it. */
export default function LessonCard({ id }: { id: string }) {
  const lessonId = idIn(id);
  const query = { ...lessonQuery(lessonId ?? 0, true), enabled: lessonId !== null, retry: false };
  const { data: lesson, error } = useQuery(query);
  const isHidden = lessonId === null || lesson === null || isRefused(error);
  return (
    <CardFrame
      icon={<IconSchool size={20} stroke={1.75} aria-hidden="true" />}
      kind={cardTexts.lesson}
      error={isHidden ? cardTexts.hidden : lesson ? null : error}
      loading={!lesson}
    >
      {lesson && (
        <Link to={lessonPath(lesson.courseId, lesson.id)} dir="auto">
          {lesson.title}
        </Link>
      )}
    </CardFrame>
  );
}

/** Not begun, or locked. */
const isRefused = (error: Error | null) => error instanceof ApiError && error.status === 403;
