import { Comments } from '@/area/Comments.tsx';
import { askComments, beginComments, commentsKey } from './api.ts';

/** What is said of an event. */
export default function EventComments({ eventUUID }: { eventUUID: string }) {
  return (
    <Comments
      queryKey={commentsKey(eventUUID)}
      ask={(signal) => askComments(eventUUID, signal)}
      begin={() => beginComments(eventUUID)}
    />
  );
}
