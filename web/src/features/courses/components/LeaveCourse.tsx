import { useQueryClient } from '@tanstack/react-query';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { courseTexts as texts } from '@/texts/courses.ts';
import { courseCalls, refresh } from '../api.ts';

type LeaveCourseProps = { id: number; invited: boolean; onClose: () => void };

/** Asks before a course is ended, or an invitation declined. */
export default function LeaveCourse({ id, invited, onClose }: LeaveCourseProps) {
  const client = useQueryClient();
  return (
    <ConfirmCall
      title={texts.leaveTitle}
      text={texts.leaveText}
      action={invited ? texts.decline : texts.leave}
      call={() => courseCalls.leave(id)}
      said={texts.said.left}
      onDone={() => void refresh(client, id)}
      onClose={onClose}
    />
  );
}
