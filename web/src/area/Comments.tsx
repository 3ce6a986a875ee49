import { Button } from '@mantine/core';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import type { components } from '@/api/schema.gen.ts';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { commentTexts as texts } from '@/texts/comments.ts';
import classes from './Comments.module.css';
import { lazyOnce } from './Slot.tsx';
import { inSlot } from './slots.ts';

/** Where the comments of something are: a thread of chat, and what one may do there. */
export type CommentsPlace = Pick<
  components['schemas']['EventComments'],
  'begun' | 'channelId' | 'parentMessageId' | 'permissions'
>;

type CommentsProps = {
  queryKey: QueryKey;
  ask: (signal: AbortSignal) => Promise<CommentsPlace>;
  /** Before the first is written. */
  begin: () => Promise<CommentsPlace>;
};

/** What is said of something: a thread of chat, by its own view, for who is signed in and sees what it is about. */
export function Comments({ queryKey, ask, begin: call }: CommentsProps) {
  const client = useQueryClient();
  const { threadId } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
  });
  const begin = useMutation({
    mutationFn: call,
    onSuccess: (begun) => client.setQueryData(queryKey, begun),
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
  // There are none for whoever asks.
  if (error instanceof ApiError && error.status === 404) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.permissions.length === 0) return null;
  const [thread] = inSlot('thread');
  const Drawn = thread && lazyOnce(thread.load);
  return (
    <div className={classes.comments}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.title}
      </h2>
      {data.begun && Drawn ? (
        <Suspense fallback={<LoadingState />}>
          <Drawn channelId={data.channelId} threadId={data.parentMessageId} />
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
