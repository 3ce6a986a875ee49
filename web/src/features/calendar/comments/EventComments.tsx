import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { commentTexts as texts } from '@/texts/comments.ts';
import { beginComments, commentsQuery } from './api.ts';
import classes from './comments.module.css';

const ThreadAlone = lazy(() => loadPart(() => import('./ThreadAlone.tsx')));

/** What is said of an event: a thread of chat, by its own view, for who is signed in and sees the event. */
export default function EventComments({ eventUUID }: { eventUUID: string }) {
  const client = useQueryClient();
  const { threadId } = useParams();
  const query = commentsQuery(eventUUID);
  const { data, error, refetch } = useQuery(query);
  const begin = useMutation({
    mutationFn: () => beginComments(eventUUID),
    onSuccess: (begun) => client.setQueryData(query.queryKey, begun),
    onError: (failure) =>
      toast({ type: 'error', message: `${texts.failed} ${messageOf(failure)}` }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const isMeant = threadId !== undefined && data !== undefined;
  // The bell leads here.
  useEffect(() => {
    if (!isMeant) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [isMeant]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.permissions.length === 0) return null;
  return (
    <div className={classes.comments}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.title}
      </h2>
      {data.begun ? (
        <Suspense fallback={<LoadingState />}>
          <ThreadAlone channelId={data.channelId} threadId={data.parentMessageId} />
        </Suspense>
      ) : (
        <div className={classes.none}>
          <p>{texts.none}</p>
          {data.permissions.includes('POST') && (
            <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
              {texts.write}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
